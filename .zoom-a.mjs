import { chromium } from "playwright";
const B="http://localhost:5301";
const browser=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"]});
for(const [w,scheme] of [[1280,"light"],[390,"dark"]]){
const ctx=await browser.newContext({viewport:{width:w,height:900},deviceScaleFactor:w===390?2:1.5,colorScheme:scheme});
await ctx.request.post(B+"/login/",{form:{username:"consultant",password:"theatre list on tuesday"},headers:{Origin:B}});
const p=await ctx.newPage(); await p.goto(B+(process.argv[2]??"/leave/")); await p.waitForLoadState("networkidle");
await p.locator("section",{has:p.getByRole("heading",{name:"The year"})}).screenshot({path:`/tmp/helper-a/shots/cal-${w}.png`});
if(w===390){ await p.screenshot({path:"/tmp/helper-a/shots/top-390.png"}); }
else { await p.emulateMedia({media:"print"}); await p.screenshot({path:"/tmp/helper-a/shots/print.png",fullPage:true}); await p.pdf({path:"/tmp/helper-a/shots/leave.pdf",format:"A4"}); }
}
await browser.close();

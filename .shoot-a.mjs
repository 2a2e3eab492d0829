import { chromium } from "playwright";
const B="http://localhost:5301";
const browser=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"]});
const ctx=await browser.newContext();
const r=ctx.request;
const H={Origin:B};
if(process.argv[2]==="make"){
  await r.post(B+"/dev/seed/",{headers:H});
}
await r.post(B+"/login/",{form:{username:"consultant",password:"theatre list on tuesday"},headers:H});
const st=await ctx.storageState();
if(process.argv[2]==="make"){
  const add=async f=>{const h=await (await r.get(B+"/leave/new/")).text(); const key=/name="idempotency_key" value="([^"]+)"/.exec(h)[1]; const a=await r.post(B+"/leave/new/",{form:{idempotency_key:key,start_part:"full",end_part:"full",status:"approved",...f},headers:H,maxRedirects:0}); console.log(f.date_start,a.status(),a.headers().location)};
  await add({type:"annual",date_start:"15/2/2027",date_end:"16/2/2027",status:"cancelled"});
  await add({type:"professional",called:"Examining, Birmingham",date_start:"12/1/2027",start_part:"pm",status:"planned"});
  await add({type:"toil",date_start:"22/2/2027",lieu_amount:"1",lieu_unit:"days"});
}
const shots=(process.argv[3]??"leave:/leave/").split(",").map(s=>s.split(/:(.*)/));
for(const [name,path] of shots){
 for(const [w,scheme] of [[1280,"light"],[390,"light"],[1280,"dark"],[390,"dark"]]){
  if(process.argv[4] && !process.argv[4].split(",").includes(w+scheme)) continue;
  const c=await browser.newContext({storageState:st,viewport:{width:w,height:900},colorScheme:scheme});
  const p=await c.newPage(); await p.goto(B+path); await p.waitForLoadState("networkidle");
  await p.screenshot({path:`/tmp/helper-a/shots/${name}-${w}-${scheme}.png`,fullPage:true}); 
  console.log(name,w,scheme, await p.evaluate(()=>document.documentElement.scrollWidth));
  await c.close();
 }}
await browser.close();

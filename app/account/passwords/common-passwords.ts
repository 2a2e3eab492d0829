/**
 * Passwords of 12 characters and more that are most frequent in lists of leaked passwords (from the ranked list of
 * zxcvbn-ts, MIT licence), with phrases that people of this trade and country think of first. Lower case.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = words(`
  !qaz2wsx#edc 010203040506 012345678910 0123456789ab 014702580369 01telemike01 050605rostik 102030405060
  1111111111zz 111222333000 111222333444555 112233445566 122333444455555 123123qweqwe 123321123321 123321456654
  123321qweewq 123456654321 12345677654321 123456782000 1234567887654321 123456789000 12345678900987654321
  123456789012 1234567890987654321 1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty 1234567890zzz
  123456789101 123456789123 1234567892000 12345678987654321 123456789987654321 123456789aaa 123456789abc
  123456789asd 123456789qaz 123456789qqq 123456789qwe 123456789qwer 123456789qwerty 123456789zxc 1234567qwertyu
  123456qwerty 123456zxcvbn 1234qwerasdf 1234qwerasdfzxcv 123ewqasdcxz 123qwe123qwe 123qwe456rty 123qweasdzxc
  123qwerty123 12qw34er56ty 159753159753 159753456852 193570356033 19960610ilja 1a2a3a4a5a6a 1a2s3d4f5g6h
  1q2w3e4r5t6y 1q2w3e4r5t6y7u8i 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qaz2wsx3edc4rfv5tgb
  1qazxsw23edc 1qazxsw23edcvfr4 23176djivanfros 23wkoa0fp78dk 31217221027711 32615948worms 41d8cd98f00b
  420842084208555 4815162342lf 4815162342lost 541233432442 59382113kevinp 6215mila6215 742617000027 89063032220m
  89231243658s 89876065093rax 89semtsriuty a1b2c3d4e5f6 a1s2d3f4g5h6 aa1234567890 abc123456789 abc123abc123
  abcd12345678 abcdefgh1234 abracadabra1 admin18533362 adminadminadmin administrator administrator1
  administrator123 aksjdlasdakj89879 alpha135792468 amadeusptfcor an83546921an13 anaesthetics1 anaesthetist1
  andrewjackie antananarivu anytimetoday arsenalfc123 asd123asd123 asdfasdfasdf asdfgh123456 asdfghjkl123
  auckland2010 avrillavigne badiman28200 baseball1234 batman123456 bhrh0h2oof6xbqjeh blacksonblon blessedbegod
  bltynbabrfwbz boy4u2ownnyc bpgjldsgjldthnf bullnuts2003 businessbabe callofduty123 changemenow12 changemeplease
  cheeseburger chelseafc123 chesterfield chickenwing101 christmasday1 christopher1 civilization cjdthitycndj
  cnfc35762209 combat123654 companypassword configuratio construction consultant12 consultant123 contortionist
  corperfmonsy correcthorsebatterystaple cosmopolitan counterstrike counterstrike1 defaultpassword devilmaycry4
  digitalprodu dkflbvbhjdbx dkflbvbhjdyf doctordoctor domainlock2005 donotenter12 dragondragon edwardcullen
  entertainment facebook1234 fatima753357 finalfantasy findaupair007 firstdonoharm fkmnthyfnbdf fktrcfylhjdbx
  fktrcfylhjdf fktrcfylhjdyf flvbybcnhfnjh football1234 foreveryoung frederiksberg fucktheworld fuckyoubitch
  fynfyfyfhbde gameofthrones gfhfktkjuhfv gfhjkmgfhjkm ghbdtnghbdtn ghbdtnrfrltkf ghhh47hj7649 ghjatccbjyfk
  ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjqgfhjkm ghjcnjrdfibyj ghjnbdjcnjzybt ghtdtlvtldtl gjkysqgbpltw
  gloryglory12 godisgood123 godsavethequeen godsavetheking goodmorning1 goodmorning12 google123456 greenlantern gthtrfnbgjkt gtnhjpfdjlcr
  happybirthday happybirthday1 happynewyear harrypotter12 hd764nw5d7e1vb1 hd764nw5d7e1vbv hedimaptfcor
  helloworld12 helloworld123 hospital1234 iampurehaha2 idontknow123 ihatepasswords iloveboobies ilovemyfamily
  iloveyou1234 iloveyoubaby iloveyouforever iloveyousomuch ingodwetrust instagram123 installdevic installsqlst
  intelligence international ipo54tj45uy856 iseedeadpeople jamesbond007 jesuschrist1 jesusislord1 josephphone7
  justinbieber ketamine1234 ktjynsq40147 leavemealone letmeinnow12 letmeinplease lhbjkjubz2957704 linkedin1234
  liverpoolfc1 liverpoolfc12 lordoftherings lost4815162342 love777321777 lytdybrbdfvgbhf lytghjgtnhjdcr
  mailcreated5240 manchestercity manchesterunited maprchem56458 marinamarina massimiliano masterbaiting
  masterbating masturbation maurolarastefy merrychristmas mevefalkcakk michaeljackson microsoft123 minecraft123
  minnesota_hp momsanaladventure monkeymonkey morganstanley mortalkombat motherfucker msoracle32re msorcloledbr
  mypassword123 mypasswordis nastyanastya nationalhealthservice ne_e_pod_chehyl necronomicon needforspeed
  nemvxyheqdd5oqxyxyzi networkingpe newcastleunited newproject2004 nhbujyjvtnhbz nhecsyfujkjdt nhfdvfnjkju123
  nhfycajhvths nick1234-rem936 nightcrawler nondriversig nottelling12 ntktdbpjh1994 olcrackmaster ontheoutside
  openthedoor12 operatingtheatre p030710p$e4o p@ssw0rd1234 p@ssword1234 paraklast1974 passw0rd1234 password1234
  password12345 passwordabc123 passwordassword passwordispassword passwordpassword passwordstandard peanutbutter
  pfqwtd27121988 philadelphia playstation2 playstation3 pleasechangeme pokemonmaster polniypizdec0211
  polniypizdec1102 polniypizdec110211 pornographic princess1234 professional propofol1234 ptybnxtvgbjy
  punksnotdead q1w2e3r4t5y6 q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 qawsedrftgyh qaz123wsx456
  qazwsx123456 qazwsxedc123 qazwsxedc1234 qazwsxedcrfv qazwsxedcrfvtgb qazwsxqazwsx qazxswedc123 qazxswedcvfr
  qwaszxerdfcv qwe123qwe123 qweasdzxc123 qwerasdfzxcv qwertasdfgzxcvb qwerty123456 qwerty123456789 qwertyasdfgh
  qwertyqwerty qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop12345 qwertyuiopasdf qwertyytrewq residentevil
  rfnthbyf1988 ronaldinho10 rootrootroot sanfrancisco satisfaction saun24865709 scandinavian schoolgirlie
  sdicmt7seytn secretpassword seemnemaailm sleepingbeauty sojdlg123aljg sonnenschein sonyericsson specialinsta
  starwarsfan1 starwarsfan12 stethoscope1 stickdaddy77 stinkyfinger stratocaster sunshine1234
  supercalifragilisticexpialidocious superman1234 supernatural supersecret12 systemofadown temporarypassword
  temppassword testpassword testpassword1 testtesttest theatretheatre thecakeisalie thequickbrownfox
  thisismypassword ticketmaster topsecret1234 tottenhamhotspur transformers trustmeimadoctor unbelievable
  vanyarespekt vfhbyfvfhbyf vfrcbvvfrcbv vfvfvskfhfve vladimirovna warhammer40k wazzkaprivet websolutions
  websolutionssu webuivalidat weihnachtsbau weihnachtsbaum welcome12345 welcome2hospital whatismypassword
  spongebobsquarepants whosyourdaddy windows12345 xxxp455w0rd5 youllneverwalkalone youwillneverguess z1x2c3v4b5n6 z1x2c3v4b5n6m7
  zaq12wsxcde3 zaq1xsw2cde3 zaqwsxcderfv zcfvfzkexifz zqjphsyf6ctifgu zxcasdqwe123 zxcvbn123456 zxcvbnm12345
  zxcvbnm123456789 zxcvbnmmnbvcxz zxcvzxcvzxcv
`);

/**
 * Words and pieces that make a password longer but hardly harder to guess: it must have other characters too. Longest
 * first, so that no word is found inside a longer one.
 */
export const COMMON_STEMS: readonly string[] = [
  ...words(`
  access admin administrator anaesthesia anaesthetics anaesthetist android april arsenal asdqwe august autumn
  baseball basketball batman birthday britain celtic changeme charlie chelsea christmas computer consultant
  december default diary doctor dragon england everton facebook february football freedom friday george google
  guest hello hospital iloveyou internet iphone ireland january jennifer jessica jobplan jordan july june
  letmein liverpool lkjhg logbook login logon london loveyou manchester march master medicine michael microsoft
  mnbvc monday monkey mustang nhs ninja november nurse october passwd password passwort passwrd poiuy princess
  qazwsx qweasd rangers root samsung saturday scotland secret september shadow spring starwars summer sunday
  sunshine superman surgeon surgery temp temporary test thomas thursday tottenham trustno tuesday united user
  wales wednesday welcome whatever windows winter wsxedc zxcasd
`),
].sort((a, b) => b.length - a.length);

/** Neighbours on a keyboard or in a row of letters or digits; each also counts backwards. */
export const SEQUENCES = [
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "01234567890",
  "1qaz2wsx3edc4rfv5tgb6yhn",
  "1q2w3e4r5t6y7u8i9o0p",
  "!@#$%^&*()_+",
  '!"£$%^&*()_+',
] as const;

function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}

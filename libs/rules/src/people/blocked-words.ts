const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** Insults in English and German, without accents: blocked wherever they are in a name. */
export const BLOCKED_ANYWHERE = words(`
  fuck phuck shit asshole arsehole dickhead cocksuck blowjob handjob rimjob dildo bukkake gangbang
  nigger nigga raghead towelhead sandnigger wetback shemale hitler auschwitz whitepower siegheil
  pornhub pedophil paedophil killyourself kidfucker childmolest
  arschloch arschgeige arschficker scheisse scheiss hurensohn hurensohne huhrensohn fotze votze wichser wichsen
  schlampe schwuchtel schwanzlutscher kinderficker ziegenficker mutterficker fickdich kinderschander padophil
  missgeburt vergewaltig untermensch gaskammer judensau judenschwein drecksjude schlitzauge kanake kanacke
  drecksau spasti
`);

/** Blocked as a word of the name only: they are part of ordinary words. */
export const BLOCKED_WORDS = words(`
  ass cock cocks cunt cunts cum cumshot tits titties boobs pussy slut sluts whore whores bitch bitches bastard bastards
  wank wanker wankers twat twats jizz clit penis vagina anal anus porn porno rape raped raper rapist rapists
  fag fags faggot faggots retard retards retarded tranny trannies spic spics chink chinks paki pakis gook gooks coon
  coons kike kikes beaner beaners golliwog nazi nazis kkk kys pedo pedos fcuk fck
  arsch arsche hure huren huso nutte nutten fick ficke ficken ficker fickt gefickt titten pimmel schwanz kacke
  wixer wixxer wichs neger negerin spast spasten transe transen zigeuner polacke polacken itaker vergast vergasen
  tittenfick muschis
`);

/** Ordinary words and names that hold a blocked one. */
export const ALLOWED = [
  ...words('scunthorpe penistone matsushita yamashita shitake shiitake snigger'),
  ...['maine coon', 'pussy riot', 'cum laude', 'pen is '],
];

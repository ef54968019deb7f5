/** Words that name company numbers, each with its form, by kind and language. */
import type { RegistrationKind } from '#contracts/catalog/facts.ts'
import { alternativesOf, type Words } from '#discovery/document/fold-text.ts'
import {
  check,
  digits,
  isBulgarian,
  isFrench,
  isMersis,
  isPortuguese,
  isSpanish,
  isSwedish,
} from './number-checks.ts'

/** Words that may stand between a label and its number. */
const LINKS: Words = {
  all:
    'nr|no|n|num|nº|number|nummer|numero|numer|numara|numarasi|номер|id|de|del|di|do|da|der|' +
    'des|la|le|et|und|and|y|e|i|og|och|ve|is|ist|lautet|est|under|with|sous|unter|bajo|con|il|' +
    'onder|met|med|pod|numerem|sub|z o o|abt|abteilung|eu|ue',
}
const NEAR = String.raw`[^\p{L}\d]{0,8}(?:(?:${alternativesOf(LINKS)})(?![\p{L}])[^\p{L}\d]{0,4}){0,4}`

type Labelled = {
  kind: RegistrationKind
  labels: Words
  form: string
  gap?: string
  accepts?: (compact: string) => boolean
  /** The fewest digits of such a number, if fewer than eight. */
  least?: number
}

/** The letters of a court behind the number of a German company: `148302 B`, `20249 KI`. */
export const COURT = String.raw`(?:[ -]?[a-z]{1,2}(?!\p{L}))?`

/** Words that name the numbers, each with its form; `gap` is narrow where nothing checks the number. */
export const LABELLED_NUMBERS: readonly Labelled[] = [
  {
    kind: 'vat',
    labels: {
      it: 'p.iva|p. iva|piva|partita iva|part. iva|p.i.|numero di partita iva|iva',
    },
    form: digits(11),
    accepts: check('IT', 'iva'),
  },
  {
    kind: 'vat',
    labels: {
      en: 'vat|vat id|vat no|vat number|vat reg|vat registration number|vat registration no',
    },
    form: String.raw`${digits(9)}|\d[\da-z+*]\d{5}[a-z]{1,2}`,
    least: 6,
    accepts: (compact) => check(/[A-Z]/.test(compact) ? 'IE' : 'GB', 'vat')(compact),
  },
  {
    kind: 'vat',
    labels: {
      de:
        'ust id|ust id nr|ust idnr|ust ident nr|ustid|umsatzsteuer id|' +
        'umsatzsteuer identifikationsnummer|umsatzsteuer ident nummer',
    },
    form: digits(9),
    accepts: check('DE', 'vat'),
  },
  {
    kind: 'vat',
    labels: { de: 'uid|uid nr|uid nummer|ust id|ust idnr|umsatzsteuer id' },
    form: String.raw`u[ .-]?${digits(8)}`,
    accepts: check('AT', 'uid'),
  },
  {
    kind: 'vat',
    labels: { nl: 'btw|btw nr|btw nummer|btw id|btw identificatienummer|omzetbelastingnummer' },
    form: String.raw`${digits(9)}[ .]?b[ .]?\d\d`,
    accepts: check('NL', 'btw'),
  },
  {
    kind: 'tax',
    labels: { de: 'steuernummer|steuer nr|st nr|steuer nummer|st. nr.|steuer id nr' },
    form: String.raw`\d{2,4}[ \/]{1,3}\d{3,4}[ \/]{1,3}\d{4,5}`,
    gap: NEAR,
  },
  {
    kind: 'tax',
    labels: { de: 'wirtschafts identifikationsnummer|wirtschafts id|w idnr|w id nr' },
    form: String.raw`de[ ]?${digits(9)}(?:-\d{5})?`,
    accepts: (compact) => check('DE', 'vat')(compact.slice(2, 11)),
  },
  {
    kind: 'vat',
    labels: { de: 'mwst nr|mwst nummer|mehrwertsteuernummer|uid nr|uid nummer' },
    form: digits(9),
    accepts: (compact) => check('CH', 'uid')(`CHE${compact}`),
  },
  {
    kind: 'tax',
    labels: {
      es:
        'cif|c.i.f.|nif|n.i.f.|cif nif|nif iva|código de identificación fiscal|' +
        'número de identificación fiscal|identificación fiscal|identificador fiscal|' +
        'número de iva',
    },
    form: String.raw`(?:es)?[ -]?[abcdefghjnpqrsuvw][ .-]?${digits(7)}[ .-]?[\da-j]`,
    least: 7,
    accepts: isSpanish,
  },
  {
    // "Luz y Fieltro SLU – B58304171"
    kind: 'tax',
    labels: {
      es:
        's.l.|s.l.u.|sl|slu|s.a.|s.a.u.|sa|sau|s.l.l.|s.l.n.e.|s. coop.|sociedad limitada|' +
        'sociedad anónima|s.c.|c.b.',
    },
    form: String.raw`[abcdefghjnpqrsuvw]-?\d{7}[\da-j]`,
    least: 7,
    gap: String.raw`[\s,(–—-]{1,6}`,
    accepts: isSpanish,
  },
  {
    kind: 'tax',
    labels: {
      it:
        'codice fiscale|cod. fisc.|cod. fiscale|c.f.|cf|codice fiscale e partita iva|' +
        'registro imprese|registro delle imprese',
    },
    form: digits(11),
    accepts: check('IT', 'iva'),
  },
  {
    kind: 'tax',
    labels: {
      pt:
        'nipc|n.i.p.c.|nif|n.i.f.|nif nipc|contribuinte|número de contribuinte|' +
        'nº de contribuinte|número fiscal|número de identificação fiscal|pessoa coletiva|' +
        'pessoa colectiva|número de pessoa coletiva|matrícula|número de matrícula',
    },
    form: String.raw`(?:pt)?[ ]?${digits(9)}`,
    accepts: isPortuguese,
  },
  {
    kind: 'tax',
    labels: {
      tr:
        'vergi no|vergi nosu|vergi numarası|vergi kimlik no|vergi kimlik numarası|vkn|v.k.n.|' +
        'v.no|v. no|vergi dairesi|vergi dairesi no|vergi dairesi ve no|vergi dairesi ve numarası|' +
        'v.d.|vd|vergi d.',
    },
    form: digits(10),
    accepts: check('TR', 'vkn'),
  },
  {
    kind: 'tax',
    labels: { pl: 'nip|nip ue|numer nip|numer identyfikacji podatkowej' },
    form: digits(10),
    accepts: check('PL', 'nip'),
  },
  {
    kind: 'tax',
    labels: {
      ja:
        '登録番号|インボイス登録番号|適格請求書発行事業者登録番号|' +
        'インボイス番号|事業者登録番号',
    },
    form: String.raw`t[ -]?${digits(13)}`,
    accepts: (compact) => check('JP', 'cn')(compact.slice(1)),
  },
  {
    kind: 'tax',
    labels: { el: 'αφμ|α.φ.μ.|αριθμός φορολογικού μητρώου' },
    form: digits(9),
    accepts: check('GR', 'vat'),
  },
  {
    kind: 'register',
    labels: { ja: '法人番号' },
    form: digits(13),
    accepts: check('JP', 'cn'),
  },
  {
    kind: 'register',
    labels: {
      de:
        'handelsregister|handelsregister nr|handelsregisternummer|handelsregister b|' +
        'handelsregister a|handelsregister abteilung b|handelsregister abteilung a|' +
        'handelsregister abt. b|handelsregister abt. a|handelsregistereintrag|registernummer|' +
        'register nr|registernr|genossenschaftsregister|partnerschaftsregister|vereinsregister',
    },
    form: String.raw`(?:(?:pr|vr|gnr)[ .:]{0,3})?(?:\d{1,3}[ .]\d{3}|\d{2,6})${COURT}(?!\s(?!amtsgericht|registergericht|ag\s|beim|am|des)\p{L}{3})`,
    least: 2,
    gap: String.raw`${NEAR}(?:(?:beim\s)?(?:amtsgericht|registergericht|ag)(?:\s\p{L}{2,30}){1,3}[^\p{L}\d]{1,4}(?:(?:nr|nummer)[^\p{L}\d]{1,4})?)?`,
  },
  {
    kind: 'register',
    labels: {
      de: 'fn|fb nr|fbnr|firmenbuch|firmenbuch nr|firmenbuchnummer|firmenbuchnr',
    },
    form: String.raw`(?:fn[ .:]{0,2})?\d{5,6}[ ]?[a-z]`,
    least: 5,
    gap: NEAR,
  },
  {
    kind: 'register',
    labels: {
      fr:
        'siret|siren|siren siret|rcs|r.c.s.|registre du commerce|' +
        'registre du commerce et des sociétés|rm|immatriculée au rcs|' +
        'numéro d’identification|répertoire des métiers',
    },
    form: String.raw`${digits(14)}|${digits(9)}`,
    accepts: isFrench,
  },
  {
    kind: 'register',
    labels: {
      nl:
        'kvk|k.v.k.|kvk nr|kvk nummer|kamer van koophandel|kamer van koophandelnummer|' +
        'kvk inschrijfnummer|handelsregister|handelsregisternummer|coc|coc number|' +
        'chamber of commerce|chamber of commerce number',
    },
    form: digits(8),
    gap: NEAR,
  },
  {
    kind: 'register',
    labels: {
      nl: 'ondernemingsnummer|ondernemingsnr|kbo|kbo nr|kbo nummer|rpr|btw|btw nr|btw nummer',
      fr:
        'bce|numéro d’entreprise|n° d’entreprise|n° entreprise|numéro bce|rpm|tva|n° tva|' +
        'numéro de tva',
      de: 'unternehmensnummer|zdu',
      en: 'enterprise number',
    },
    form: String.raw`(?:be[ .]?)?[01]${digits(9)}`,
    accepts: check('BE', 'vat'),
  },
  {
    kind: 'register',
    labels: { pl: 'regon|numer regon|nr regon' },
    form: String.raw`${digits(14)}|${digits(9)}`,
    accepts: check('PL', 'regon'),
  },
  {
    kind: 'register',
    labels: { pl: 'krs|numer krs|nr krs|krajowy rejestr sądowy|rejestr przedsiębiorców' },
    form: String.raw`0${digits(9)}`,
    gap: NEAR,
  },
  {
    kind: 'register',
    labels: {
      sv:
        'org nr|org. nr.|orgnr|organisationsnummer|organisationsnr|org nummer|organization number|' +
        'organisation number',
    },
    form: String.raw`\d{6}[ -]?\d{4}`,
    accepts: isSwedish,
  },
  {
    kind: 'register',
    labels: {
      no:
        'org nr|org. nr.|orgnr|organisasjonsnummer|organisasjonsnr|org nummer|foretaksnummer|' +
        'foretaksregisteret|mva nr|mva nummer|organization number|organisation number',
    },
    form: String.raw`(?:no[ ]?)?${digits(9)}(?=[ ]?mva|[^\p{L}\d]|$)`,
    accepts: (compact) => check('NO', 'orgnr')(compact.replace(/^NO/, '')),
  },
  {
    kind: 'register',
    labels: { da: 'cvr|cvr nr|cvr nummer|cvr. nr.|cvr se|se nr|se nummer|cvr no|cvr number' },
    form: String.raw`(?:dk[ -]?)?${digits(8)}`,
    accepts: (compact) => check('DK', 'cvr')(compact.replace(/^DK/, '')),
  },
  {
    kind: 'register',
    labels: {
      fi:
        'y tunnus|ytunnus|ly tunnus|liike ja yhteisötunnus|fo nummer|fo nr|business id|' +
        'company id|yritystunnus',
    },
    form: String.raw`\d{6,7}[ ]?-[ ]?\d`,
    least: 7,
    accepts: (compact) => check('FI', 'ytunnus')(compact.padStart(8, '0')),
  },
  {
    kind: 'register',
    labels: {
      en:
        'company number|company no|company registration number|company registration no|' +
        'company reg no|company reg number|co. reg. no|co reg|registered number|' +
        'registered company number|registered no|reg. no|companies house number|companies house|' +
        'registration no|crn|registered in england and wales|registered in england wales|' +
        'registered in england & wales|registered in england|registered in wales|' +
        'registered in scotland|registered in northern ireland|incorporated in england and wales',
    },
    form: String.raw`(?:[a-z]{2}[ ]?)?\d{6,8}`,
    least: 6,
    gap: String.raw`[^\p{L}\d]{0,8}(?:(?:company|companies|house|registration|registered|reg|number|no|nr|with|under|the|at|and|wales|england|scotland|is|uk)(?!\p{L})[^\p{L}\d]{0,4}){0,6}`,
  },
  {
    kind: 'register',
    labels: {
      en:
        'cro|cro no|cro number|company registration number|company registration no|company number|' +
        'company no|registered in ireland|registered in the republic of ireland|' +
        'companies registration office',
    },
    form: String.raw`\d{5,6}`,
    least: 5,
    gap: String.raw`[^\p{L}\d]{0,8}(?:(?:company|registration|registered|number|no|nr|with|under|the|is|ireland|irl)(?!\p{L})[^\p{L}\d]{0,4}){0,5}`,
  },
  {
    kind: 'register',
    labels: { it: 'rea|r.e.a.|numero rea|n. rea|iscrizione rea' },
    form: String.raw`[a-z]{2}[ .-]{0,3}\d{5,7}`,
    least: 5,
    gap: NEAR,
  },
  {
    kind: 'register',
    labels: { tr: 'mersis|mersis no|mersis numarası|mersis kodu' },
    form: digits(16),
    gap: NEAR,
    accepts: isMersis,
  },
  {
    kind: 'register',
    labels: {
      tr:
        'ticaret sicil no|ticaret sicil numarası|ticaret sicili|sicil no|sicil numarası|' +
        'tic. sic. no|tic. sicil no',
    },
    form: String.raw`\d{4,7}(?:[ ]?-[ ]?\d{1,6})?`,
    least: 4,
    gap: NEAR,
  },
  {
    kind: 'register',
    labels: { bg: 'еик|булстат|еик булстат|единен идентификационен код|eik|bulstat' },
    form: String.raw`(?:bg)?${digits(9)}(?:\d{4})?`,
    accepts: (compact) => isBulgarian(compact.replace(/^BG/, '')),
  },
  {
    kind: 'register',
    labels: { pt: 'cnpj|c.n.p.j.|cnpj mf' },
    form: String.raw`\d{2}[ .]?\d{3}[ .]?\d{3}[ \/]{0,3}\d{4}[ -]{0,3}\d{2}`,
    accepts: check('BR', 'cnpj'),
  },
  {
    kind: 'register',
    labels: { en: 'abn|a.b.n.|australian business number' },
    form: digits(11),
    accepts: check('AU', 'abn'),
  },
  {
    kind: 'register',
    labels: { en: 'acn|a.c.n.|australian company number' },
    form: digits(9),
    accepts: check('AU', 'acn'),
  },
  {
    kind: 'register',
    labels: { cs: 'ič|ičo|i.č.|identifikační číslo' },
    form: digits(8),
    accepts: check('CZ', 'ico'),
  },
  {
    kind: 'register',
    labels: { ro: 'cui|c.u.i.|cif|c.i.f.|cod fiscal|cod unic de înregistrare' },
    form: String.raw`(?:ro[ ]?)?\d{6,10}`,
    least: 6,
    accepts: (compact) => check('RO', 'cif')(compact.replace(/^RO/, '')),
  },
]

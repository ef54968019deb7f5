/** Labels in legal notices and on contact pages, by kind and language. Tables of data. */
import { keysOf } from '#contracts/keys.ts'
import { foldText, overFolded, type Words, wordsOf } from '#discovery/document/fold-text.ts'

/**
 * `trade` = the platform's label for the shop's trade name, which need not be a company name;
 * `further` = addresses for one purpose, beside the company's own. `*` at the end of a label stands
 * for any words after it.
 */
export type LabelKind = 'company' | 'trade' | 'responsible' | 'address' | 'further'

// prettier-ignore
const LABELS: Record<LabelKind, Words> = {
  company: {
    en: `
      company|company name|legal name|name of company|name of the company|registered name|
      registered company name|business name|legal entity|operator|operated by|site operator|
      merchant|seller|trading entity`,
    de: `
      firma|firmenname|firmierung|unternehmen|anbieter|diensteanbieter|betreiber|seitenbetreiber|
      shopbetreiber|name des unternehmens|unternehmensname|firmenbezeichnung|verkäufer|
      handelnder|name der firma|firmenname und sitz|rechtlicher name`,
    fr: "raison sociale|dénomination sociale|dénomination|société|nom de l'entreprise|éditeur du site|éditeur|nom légal|nom de la société|forme juridique et dénomination|exploitant|vendeur",
    es: `
      razón social|denominación social|empresa|nombre de la empresa|titular de la web|
      titular del sitio|titular del sitio web|titular del dominio|nombre o razón social|
      nombre fiscal|nombre legal|sociedad|empresa titular|responsable de la tienda|
      nombre comercial y razón social|vendedor`,
    pt: `
      razão social|nome empresarial|denominação social|nome da empresa|nome legal|
      denominação|sociedade|firma social`,
    it: "ragione sociale|denominazione sociale|denominazione|nome dell'azienda|nome legale|società|intestatario",
    tr: `
      ticaret unvanı|ticari unvanı|ünvan|şirket unvanı|şirket adı|firma unvanı|
      satıcı unvanı|resmi unvan|işletme adı|firma adı|mağaza sahibi|satıcı`,
    nl: `
      bedrijfsnaam|handelsnaam bedrijf|statutaire naam|handelsonderneming|onderneming|
      naam onderneming`,
    pl: 'nazwa firmy|nazwa przedsiębiorstwa|pełna nazwa|sprzedawca',
    sv: 'företag|företagsnamn|bolag|bolagsnamn|juridiskt namn',
    da: 'virksomhed|virksomhedsnavn|virksomhedens navn|selskab',
    no: 'selskap|selskapsnavn|firmanavn|bedrift|bedriftsnavn|juridisk navn',
    fi: 'yritys|yrityksen nimi|toiminimi|yhtiö',
    ja: `
      販売業者|販売業者名|販売事業者|販売事業者名|販売者|販売者名|
      会社名|事業者名|事業者|法人名|運営会社|運営者`,
    bg: `
      фирма|търговец|дружество|наименование|
      наименование на търговеца|
      наименование на дружеството|
      наименование на фирмата|име на фирмата|
      име на търговеца|име на дружеството|
      собственик на сайта|доставчик`,
    cs: 'obchodní firma|název firmy|název společnosti|provozovatel|prodávající',
    sk: 'obchodné meno|názov spoločnosti',
    ro: 'denumire|denumirea societății|denumire firmă|societate|operator',
    el: 'επωνυμία|εταιρική επωνυμία|εταιρεία',
    hu: 'cégnév|a cég neve|üzemeltető',
  },
  trade: {
    en: 'trade name|trading name|store name|shop name',
    de: 'handelsname|geschäftsbezeichnung',
    fr: 'nom commercial|nom de la boutique|nom du magasin',
    es: 'nombre comercial|nombre de la tienda',
    pt: 'nome comercial|nome da loja|nome do negócio|nome do comércio',
    it: 'nome commerciale|nome del negozio',
    tr: 'ticari unvan|mağaza adı|ticari ad|marka adı',
    nl: 'handelsnaam|winkelnaam',
    pl: 'nazwa handlowa|nazwa sklepu',
    sv: 'handelsnamn|butiksnamn',
    da: 'handelsnavn|butiksnavn',
    no: 'handelsnavn|butikknavn',
    fi: 'kauppanimi|aputoiminimi|liikenimi',
    ja: '商号|屋号|ショップ名|店舗名|販売店名',
    bg: 'търговско наименование|търговско име',
    cs: 'obchodní název',
    sk: 'obchodný názov',
    ro: 'denumire comercială|nume comercial',
    el: 'διακριτικός τίτλος|εμπορική επωνυμία',
    hu: 'kereskedelmi név',
    zh: '商號',
    ko: '상호',
  },
  responsible: {
    en: `
      represented by|legal representative|managing director|managing directors|director|owner|
      proprietor|sole trader|responsible person|responsible for content|
      responsible for the content|publication director|name|administrator`,
    de: `
      vertreten durch|vertreten durch den geschäftsführer|
      vertreten durch die geschäftsführer|vertreten durch die geschäftsführerin|
      vertreten durch den inhaber|vertreten durch die inhaberin|vertretungsberechtigte|
      vertretungsberechtigter|vertretungsberechtigter geschäftsführer|
      vertretungsberechtigte geschäftsführerin|geschäftsführung|geschäftsführer|
      geschäftsführerin|geschäftsführerinnen|inhaber|inhaberin|inhaberin und betreiberin|inh|
      verantwortlich|verantwortliche|verantwortlicher|verantwortlich für den inhalt|
      verantwortliche für den inhalt|verantwortlicher für den inhalt|verantwortlich nach*|
      verantwortlich gemäß*|verantwortlich gem*|verantwortlich i. s. d.*|
      verantwortlicher nach*|verantwortlicher gemäß*|verantwortlicher i. s. d.*|
      verantwortlich für den inhalt nach*|verantwortlich für den inhalt gemäß*|
      verantwortlich für den inhalt gem*|verantwortlich für den inhalt i. s. d.*|
      einzelunternehmer|einzelunternehmerin|ansprechpartner|ansprechpartnerin|v. i. s. d. p.`,
    fr: `
      directeur de publication|directeur de la publication|directeurrice de publication|
      directeurrice de la publication|directrice de publication|directrice de la publication|
      responsable de publication|responsable de la publication|représentant légal|
      représenté par|représentée par|gérant|gérante|président|présidente|dirigeant|
      dirigeante|propriétaire|entrepreneur individuel|responsable éditorial|exploitante|
      gérant de la société`,
    es: `
      representante legal|administrador|administradora|administrador único|
      administradora única|titular|responsable|responsable del sitio|propietario|propietaria|
      nombre del titular|identidad del titular|administrador de la sociedad|
      administradora de la sociedad|nombre y apellidos|propietario de la tienda|
      empresario individual`,
    pt: `
      representante|sócio administrador|responsável|responsável legal|proprietário|
      proprietária|empresário em nome individual|titular da loja|responsável pela loja`,
    it: `
      legale rappresentante|rappresentante legale|titolare|amministratore|amministratore unico|
      responsabile|titolare della ditta|proprietario|proprietaria|ditta individuale`,
    tr: `
      yetkili|yetkili kişi|şirket yetkilisi|firma yetkilisi|sorumlu|sorumlu kişi|
      işletme sahibi|sahibi|mağaza sahibi|kurucu|yetkili adı`,
    nl: `
      vertegenwoordigd door|eigenaar|directeur|bestuurder|eigenares|eigenaar winkel|
      contactpersoon`,
    pl: 'właściciel|właścicielka|osoba odpowiedzialna|prezes zarządu|reprezentowana przez',
    sv: 'ägare|innehavare|ansvarig utgivare',
    da: 'indehaver|ejer|direktør',
    no: 'innehaver|eier|daglig leder',
    fi: 'omistaja|toimitusjohtaja|yrittäjä|vastuuhenkilö',
    ja: `
      運営責任者|運営責任者名|運営統括責任者|運営統括責任者名|
      責任者|代表者|代表者名|代表取締役|店舗運営責任者|販売責任者|
      販売責任者名|通信販売業務責任者`,
    bg: `
      управител|мол|материално отговорно лице|
      представлявано от|собственик|отговорно лице`,
    cs: 'majitel|majitelka|jednatel|jednatelka|odpovědná osoba',
    sk: 'konateľ',
    ro: 'administrator|reprezentant legal',
    el: 'ιδιοκτήτης|νόμιμος εκπρόσωπος|υπεύθυνος',
    hu: 'tulajdonos|ügyvezető',
  },
  address: {
    en: `
      address|physical address|registered address|registered office address|registered office|
      office address|business address|postal address|mailing address|company address|our address`,
    de: `
      adresse|anschrift|postanschrift|firmensitz|sitz|geschäftsadresse|physische adresse|
      geschäftsanschrift|ladungsfähige anschrift|hausanschrift`,
    fr: "adresse physique|siège social|adresse postale|adresse du siège|adresse du siège social|adresse de l'entreprise",
    es: `
      dirección|dirección física|domicilio|domicilio social|domicilio fiscal|
      dirección postal|sede social|domicilio de la empresa`,
    pt: `
      endereço|endereço físico|morada|sede|sede fiscal|endereço comercial|
      endereço da empresa|morada fiscal|morada física`,
    it: 'indirizzo|sede legale|indirizzo fisico|indirizzo postale|indirizzo della sede',
    tr: `
      adres|fiziksel adres|merkez adresi|şirket adresi|açık adres|merkez|adresimiz|iş adresi|
      kayıtlı adres`,
    nl: 'fysiek adres|vestigingsadres|bezoekadres|postadres|straatadres|adresgegevens',
    pl: 'adres siedziby|siedziba|adres fizyczny|adres firmy|adres korespondencyjny',
    sv: 'adress|fysisk adress|postadress|besöksadress|företagsadress',
    da: 'fysisk adresse|forretningsadresse|virksomhedens adresse',
    no: 'besøksadresse|postadresse',
    fi: 'osoite|fyysinen osoite|postiosoite|käyntiosoite',
    ja: `
      所在地|住所|本社所在地|事業所所在地|会社所在地|店舗所在地|
      運営者所在地|販売業者所在地|店舗の所在地|運営事務局所在地|
      会社住所|物理的な住所`,
    bg: `
      адрес|адрес на управление|
      адрес за кореспонденция|адрес на офиса|
      адрес на магазина|седалище|седалище и адрес|
      седалище и адрес на управление|физически адрес|
      адрес на търговеца`,
    cs: 'adresa|sídlo|adresa sídla|fyzická adresa|fyzická adresa firmy',
    ro: 'sediu|sediul social|sediu social|adresa fizică',
    el: 'διεύθυνση|έδρα|φυσική διεύθυνση',
    hu: 'cím|székhely|fizikai cím',
    ko: '실제 주소',
  },
  further: {
    en: `
      return address|returns address|address for returns|warehouse|warehouse address|showroom|
      store address|shop address|our store|studio`,
    de:
      'retourenadresse|rücksendeadresse|lager|lageradresse|ladengeschäft|ladenadresse|geschäft',
    fr: 'adresse de retour|adresse du magasin|entrepôt|boutique',
    es: 'dirección de devolución|dirección de devoluciones|almacén|tienda física',
    pt: `
      endereço de devolução|endereço de devoluções|endereço para devolução|
      endereço para devoluções|armazém|loja física`,
    it: `
      indirizzo di reso|indirizzo di resi|indirizzo per reso|indirizzo per resi|
      indirizzo per i resi|magazzino|negozio`,
    tr: 'iade adresi|depo|depo adresi|mağaza adresi',
    nl: 'retouradres|winkeladres|magazijn',
    ja: '返品先|返品先住所|返送先|返送先住所|店舗住所',
  },
}

const NO_LETTERS = overFolded(String.raw`[^\p{L}\d]+`, 'g')
const keyOf = (label: string): string => label.replaceAll(NO_LETTERS, '')

const KINDS = new Map<string, LabelKind[]>()
const BEGINNINGS: [string, LabelKind][] = []
for (const kind of keysOf(LABELS))
  for (const label of wordsOf(LABELS[kind]).map(foldText)) {
    const key = keyOf(label)
    if (label.endsWith('*')) BEGINNINGS.push([key, kind])
    else KINDS.set(key, [...(KINDS.get(key) ?? []), kind])
  }

/** `length` = characters of the line that the label takes, with its colon. */
export type Label = { kinds: readonly LabelKind[]; length: number }

const MAX_LABEL_CHARS = 130
/** `Inhaber:in: Jana Holtkamp`; what stands in brackets behind a label is no part of it. */
const COLON = /:(?!in(?:nen)?\s*[:(])/
const BRACKET = /\s*\([^)]{1,60}\)\s*$/

/** The label at the beginning of a folded line, before a colon or alone; null if there is none. */
export function labelOf(folded: string): Label | null {
  const colon = folded.slice(0, MAX_LABEL_CHARS).search(COLON)
  if (colon < 0 && folded.length > MAX_LABEL_CHARS) return null
  const head = colon < 0 ? folded : folded.slice(0, colon)
  const key = keyOf(head.includes('(') ? head.replace(BRACKET, '') : head)
  const open = BEGINNINGS.flatMap(([begin, kind]) => (key.startsWith(begin) ? kind : []))
  const kinds = [...(KINDS.get(key) ?? []), ...open]
  return kinds.length === 0 ? null : { kinds, length: colon < 0 ? folded.length : colon + 1 }
}

/**
 * Terms used in legal notices and on contact pages, in en, de, fr, es, pt, it, tr, nl, bg and ja.
 * Tables of data.
 */

const label = (words: string): RegExp =>
  new RegExp(
    `^(?:${words
      .trim()
      .split(/\s*\|\s*/)
      .join('|')})(?:\\s*\\([^)]{1,60}\\))?\\s*(?:[:：]\\s*|$)`,
    'iu',
  )

export const COMPANY_LABEL = label(`
  company|company name|legal name|name of (?:the )?company|registered (?:company )?name|business name|legal entity|operator|operated by|site operator
  |firma|firmenname|firmierung|unternehmen|anbieter|diensteanbieter|betreiber|seitenbetreiber|shopbetreiber|name des unternehmens|unternehmensname|firmenbezeichnung
  |raison sociale|dénomination sociale|dénomination|société|nom de l['’]entreprise|éditeur du site|éditeur
  |razón social|denominación social|empresa|nombre de la empresa|titular de la web|titular del sitio(?: web)?|titular del dominio|nombre o razón social|nombre fiscal
  |razão social|nome empresarial|denominação social|nome da empresa
  |ragione sociale|denominazione sociale|denominazione|nome dell['’]azienda
  |ticaret unvanı|ticari ?unvanı|ünvan|unvan|şirket unvanı|şirket adı|firma unvanı|satıcı unvanı
  |bedrijfsnaam|handelsnaam bedrijf|statutaire naam
  |фирма|търговец|дружество|наименование(?: на (?:търговеца|дружеството|фирмата))?|име на (?:фирмата|търговеца|дружеството)|собственик на сайта|доставчик
  |販売業者名?|販売事業者名?|販売者名?|会社名|事業者名|事業者|法人名|運営会社|運営者`)

/**
 * Label on the platform's own contact page for the shop's trade name, which need not be a company
 * name.
 */
export const TRADE_NAME_LABEL = label(
  `trade name|trading name|handelsname|nom commercial|nombre comercial|nome comercial|nome commerciale|handelsnaam|ticari unvan|商号|屋号`,
)

export const RESPONSIBLE_LABEL = label(`
  represented by|legal representative|managing directors?|director|owner|proprietor|sole trader|responsible person|responsible for (?:the )?content|publication director
  |vertreten durch(?: (?:den|die) (?:geschäftsführer(?:in)?|inhaber(?:in)?))?|vertretungsberechtigte(?:r)?(?: geschäftsführer(?:in)?)?|geschäftsführung|geschäftsführer|geschäftsführerin|geschäftsführer(?:in|:in|\\*in|innen)|inhaber|inhaberin|inhaber(?::in|\\*in|/in)
  |verantwortlich(?:e|er)?(?: für den inhalt)?(?: (?:nach|gemäß|gem\\.|i\\. ?s\\. ?d\\.) .{2,40}?)?
  |directeur(?:\\(?rice\\)?)? de (?:la )?publication|directrice de (?:la )?publication|responsable de (?:la )?publication|représentant légal|représentée? par|gérante?|présidente?|dirigeante?
  |representante legal|administrador(?:a)?(?: única?o?)?|titular|responsable|responsable del sitio|propietari[oa]|nombre del titular|identidad del titular|administrador(?:a)? de la sociedad
  |representante|sócio(?:-| )administrador|responsável|responsável legal|proprietári[oa]
  |legale rappresentante|rappresentante legale|titolare|amministratore(?: unico)?|responsabile
  |управител|мол|материално отговорно лице|представлявано от|собственик|отговорно лице
  |yetkili|yetkili kişi|şirket yetkilisi|firma yetkilisi|sorumlu|sorumlu kişi|[iİ]şletme sahibi
  |vertegenwoordigd door|eigenaar|directeur|bestuurder
  |運営責任者名?|運営統括責任者名?|責任者|代表者名?|代表取締役|店舗運営責任者|販売責任者名?|通信販売業務責任者`)

export const ADDRESS_LABEL = label(`
  address|physical address|registered (?:office )?address|registered office|office address|business address|postal address|mailing address|company address|our address
  |adresse|anschrift|postanschrift|firmensitz|sitz|geschäftsadresse
  |adresse physique|siège social|adresse postale|adresse du siège(?: social)?
  |dirección|dirección física|domicilio|domicilio social|domicilio fiscal|dirección postal
  |endereço|endereço físico|morada|sede
  |indirizzo|sede legale|indirizzo fisico
  |адрес(?: на управление| за кореспонденция| на (?:офиса|магазина))?|седалище(?: и адрес(?: на управление)?)?
  |adres|fiziksel adres|merkez adresi|şirket adresi|açık adres
  |fysiek adres|vestigingsadres|bezoekadres|postadres
  |所在地|住所|本社所在地|事業所所在地|会社所在地|店舗所在地|運営者所在地`)

/** Addresses for one purpose, beside the company's own. */
export const FURTHER_ADDRESS_LABEL = label(`
  returns? address|address for returns|warehouse(?: address)?|showroom|store address|shop address|our store|studio
  |retourenadresse|rücksendeadresse|lager(?:adresse)?|ladengeschäft|ladenadresse|geschäft
  |adresse de retour|adresse du magasin|entrepôt|boutique
  |dirección de devoluci(?:ón|ones)|almacén|tienda física
  |endereço (?:de|para) devolu(?:ção|ções)|armazém|loja física
  |indirizzo (?:di|per(?: i)?) res[oi]|magazzino|negozio
  |[iİ]ade adresi|depo(?: adresi)?|mağaza adresi
  |retouradres|winkeladres|magazijn
  |返品先(?:住所)?|返送先(?:住所)?|店舗住所`)

/**
 * Begins the part of a French notice that describes the hosting provider, or similar third-party
 * details in other countries.
 */
export const OTHERS_BEGIN =
  /^(?:\d+[.)]\s*)?(?:hébergeur|hébergement|hosting|host(?:ed)? by|web ?hosting|webhosting|hoster|alojamiento|alojado|hospedagem|hosting provider|provider|webdesign|design|realisierung|umsetzung|bildnachweise?|crédits?|conception|création du site|développement|online-streitbeilegung|verbraucherstreitbeilegung|eu-streitschlichtung|médiateur|médiation|datenschutzbeauftragte|data protection officer|aufsichtsbehörde|supervisory authority|entidade de resolução)/iu

/**
 * Names with these endings, in this spelling, are company names. The short endings mean nothing
 * elsewhere in a line.
 */
const FORMS = String.raw`g?GmbH(?:\s*&\s*Co\.?\s*(?:KG(?:aA)?|OHG))?|UG(?:\s*\(haftungsbeschränkt\))?(?:\s*&\s*Co\.?\s*KG)?|AG(?:\s*&\s*Co\.?\s*KG)?|e\.\s?K\.|e\.\s?Kfr\.|e\.\s?Kfm\.|OHG|KG|GbR|e\.\s?U\.|SE|SARL|S\.[aà]\.?\s?r\.?l\.?|S\.A\.R\.L\.?|SASU?|S\.A\.S\.U?\.?|EURL|SNC|S\.A\.U?\.?|SA|S\.L\.U?\.?|SLU?|S\.L\.N\.E\.|S\.C\.|Sociedad\s+Limitada|Ltd\.?|LTD\.?|Limited|LIMITED|LLC|L\.L\.C\.|LLP|Inc\.?|INC\.?|Incorporated|Corp\.?|Corporation|PLC|plc|Pty\.?\s+(?:Ltd|LTD)\.?|P(?:vt|rivate)\.?\s+(?:Ltd|Limited)\.?|B\.?V\.?|N\.?V\.?|V\.?O\.?F\.?|S\.?r\.?l\.?s?\.?|S\.R\.L\.S?\.?|SRLS?|S\.p\.A\.|SpA|S\.a\.s\.|S\.n\.c\.|Lda\.?|LDA|Unipessoal\s+L(?:da|DA)\.?|Ltda\.?|LTDA\.?|EIRELI|MEI?|EPP|S\/A|A\.\s?Ş\.|Ltd\.?\s*Şti\.?|LTD\.?\s*ŞTİ\.?|Limited\s+Şirketi|LİMİTED\s+ŞİRKETİ|Anonim\s+Şirketi|ANONİM\s+ŞİRKETİ|ApS|A\/S|AB|Oy|OÜ|AS|SIA|UAB|Kft\.?|Sp\.\s*z\s*o\.\s*o\.?|s\.r\.o\.|d\.o\.o\.|EOOD|OOD|ООД|ЕООД|АД|ЕАД`
export const COMPANY_LINE = new RegExp(
  String.raw`^(?:["“„«]?[\p{Lu}\p{N}][^\n:;!?]{0,70}?[\s,]+(?:${FORMS})|ЕТ\s+["“„«]?\p{Lu}[^\n:;!?]{1,60}|(?:株式会社|合同会社|有限会社)[^\s:：]{1,40}|[^\s:：]{1,40}(?:株式会社|合同会社|有限会社))$`,
  'u',
)

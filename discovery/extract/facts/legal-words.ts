/** Terms used in legal notices and on contact pages, in en, de, fr, es, pt, it, tr, nl and ja. Tables of data. */

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
  |firma|firmenname|firmierung|unternehmen|anbieter|diensteanbieter|betreiber|seitenbetreiber
  |raison sociale|dénomination sociale|dénomination|société|nom de l['’]entreprise|éditeur du site|éditeur
  |razón social|denominación social|empresa|nombre de la empresa|titular de la web
  |razão social|nome empresarial|denominação social|nome da empresa
  |ragione sociale|denominazione sociale|denominazione|nome dell['’]azienda
  |ticaret unvanı|ticari ?unvanı|ünvan|unvan|şirket unvanı|şirket adı|firma unvanı|satıcı unvanı
  |bedrijfsnaam|handelsnaam bedrijf|statutaire naam
  |販売業者|販売事業者|販売者|会社名|事業者名|法人名`)

/** Label on the platform's own contact page for the shop's trade name, which need not be a company name. */
export const TRADE_NAME_LABEL = label(
  `trade name|trading name|handelsname|nom commercial|nombre comercial|nome comercial|nome commerciale|handelsnaam|ticari unvan|商号|屋号`,
)

export const RESPONSIBLE_LABEL = label(`
  represented by|legal representative|managing directors?|director|owner|proprietor|sole trader|responsible person|responsible for (?:the )?content|publication director
  |vertreten durch(?: (?:den|die) (?:geschäftsführer(?:in)?|inhaber(?:in)?))?|vertretungsberechtigte(?:r)?(?: geschäftsführer(?:in)?)?|geschäftsführung|geschäftsführer|geschäftsführerin|geschäftsführer(?:in|:in|\\*in|innen)|inhaber|inhaberin|inhaber(?::in|\\*in|/in)
  |verantwortlich(?:e|er)?(?: für den inhalt)?(?: (?:nach|gemäß|gem\\.|i\\. ?s\\. ?d\\.) .{2,40}?)?
  |directeur(?:\\(?rice\\)?)? de (?:la )?publication|directrice de (?:la )?publication|responsable de (?:la )?publication|représentant légal|représentée? par|gérante?|présidente?|dirigeante?
  |representante legal|administrador(?:a)?(?: única?o?)?|titular|responsable|responsable del sitio|propietari[oa]
  |representante|sócio(?:-| )administrador|responsável|responsável legal|proprietári[oa]
  |legale rappresentante|rappresentante legale|titolare|amministratore(?: unico)?|responsabile
  |yetkili|yetkili kişi|şirket yetkilisi|firma yetkilisi|sorumlu|sorumlu kişi|işletme sahibi
  |vertegenwoordigd door|eigenaar|directeur|bestuurder
  |運営責任者|運営統括責任者|責任者|代表者|代表取締役|店舗運営責任者`)

export const ADDRESS_LABEL = label(`
  address|physical address|registered (?:office )?address|registered office|office address|business address|postal address|mailing address|company address|our address
  |adresse|anschrift|postanschrift|firmensitz|sitz|geschäftsadresse
  |adresse physique|siège social|adresse postale|adresse du siège(?: social)?
  |dirección|dirección física|domicilio|domicilio social|dirección postal
  |endereço|endereço físico|morada|sede
  |indirizzo|sede legale|indirizzo fisico
  |adres|fiziksel adres|merkez adresi|şirket adresi|açık adres
  |fysiek adres|vestigingsadres|bezoekadres|postadres
  |所在地|住所`)

/** Begins the part of a French notice that describes the hosting provider, or similar third-party details in other countries. */
export const OTHERS_BEGIN =
  /^(?:\d+[.)]\s*)?(?:hébergeur|hébergement|hosting|host(?:ed)? by|web ?hosting|webhosting|hoster|alojamiento|alojado|hospedagem|hosting provider|provider|webdesign|design|realisierung|umsetzung|bildnachweise?|crédits?|conception|création du site|développement|online-streitbeilegung|verbraucherstreitbeilegung|eu-streitschlichtung|médiateur|médiation|datenschutzbeauftragte|data protection officer|aufsichtsbehörde|supervisory authority|entidade de resolução)/iu

/** Names with these endings, in this spelling, are company names. The short endings mean nothing elsewhere in a line. */
const FORMS = String.raw`g?GmbH(?:\s*&\s*Co\.?\s*(?:KG(?:aA)?|OHG))?|UG(?:\s*\(haftungsbeschränkt\))?(?:\s*&\s*Co\.?\s*KG)?|AG(?:\s*&\s*Co\.?\s*KG)?|e\.\s?K\.|e\.\s?Kfr\.|e\.\s?Kfm\.|OHG|KG|GbR|e\.\s?U\.|SE|SARL|S\.[aà]\.?\s?r\.?l\.?|S\.A\.R\.L\.?|SASU?|S\.A\.S\.U?\.?|EURL|SNC|S\.A\.U?\.?|SA|S\.L\.U?\.?|SLU?|S\.L\.N\.E\.|S\.C\.|Sociedad\s+Limitada|Ltd\.?|LTD\.?|Limited|LIMITED|LLC|L\.L\.C\.|LLP|Inc\.?|INC\.?|Incorporated|Corp\.?|Corporation|PLC|plc|Pty\.?\s+(?:Ltd|LTD)\.?|P(?:vt|rivate)\.?\s+(?:Ltd|Limited)\.?|B\.?V\.?|N\.?V\.?|V\.?O\.?F\.?|S\.?r\.?l\.?s?\.?|S\.R\.L\.S?\.?|SRLS?|S\.p\.A\.|SpA|S\.a\.s\.|S\.n\.c\.|Lda\.?|LDA|Unipessoal\s+L(?:da|DA)\.?|Ltda\.?|LTDA\.?|EIRELI|MEI?|EPP|S\/A|A\.\s?Ş\.|Ltd\.?\s*Şti\.?|LTD\.?\s*ŞTİ\.?|Limited\s+Şirketi|LİMİTED\s+ŞİRKETİ|Anonim\s+Şirketi|ANONİM\s+ŞİRKETİ|ApS|A\/S|AB|Oy|OÜ|AS|SIA|UAB|Kft\.?|Sp\.\s*z\s*o\.\s*o\.?|s\.r\.o\.|d\.o\.o\.|EOOD|ООД|ЕООД`
export const COMPANY_LINE = new RegExp(
  String.raw`^(?:[\p{Lu}\p{N}][^\n:;!?]{0,70}?[\s,]+(?:${FORMS})|(?:株式会社|合同会社|有限会社)[^\s:：]{1,40}|[^\s:：]{1,40}(?:株式会社|合同会社|有限会社))$`,
  'u',
)

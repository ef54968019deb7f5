/**
 * Terms used in legal notices and on contact pages, in en, de, fr, es, pt, it, tr, nl, bg and ja.
 * Tables of data.
 */

import { foldText, overFolded } from '#discovery/document/fold-text.ts'

/** A label at the beginning of folded text, with its colon or alone. */
const label = (words: string): RegExp =>
  overFolded(
    `^(?:${foldText(words)
      .trim()
      .split(/\s*\|\s*/)
      .join('|')})(?:\\s*\\([^)]{1,60}\\))?\\s*(?::\\s*|$)`,
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
  |販売業者名?|販売事業者名?|販売者名?|会社名|事業者名|事業者|法人名|運営会社|運営者
  |şirket ünvanı|resmi unvan|işletme adı|firma adı|firma ünvanı|mağaza sahibi|satıcı
  |nazwa firmy|nazwa przedsiębiorstwa|pełna nazwa|sprzedawca
  |företag|företagsnamn|bolag|bolagsnamn|juridiskt namn
  |virksomhed|virksomhedsnavn|virksomhedens navn|selskab|selskap|selskapsnavn|firmanavn|bedrift|bedriftsnavn|juridisk navn
  |yritys|yrityksen nimi|toiminimi|yhtiö
  |obchodní firma|název firmy|název společnosti|provozovatel|prodávající|obchodné meno|názov spoločnosti
  |denumire|denumirea societății|denumire firmă|societate|operator
  |επωνυμία|εταιρική επωνυμία|εταιρεία
  |cégnév|a cég neve|üzemeltető
  |verkäufer|handelnder|name der firma|firmenname und sitz|rechtlicher name|nom légal|nom de la société|forme juridique et dénomination|exploitant|vendeur
  |nombre legal|sociedad|empresa titular|responsable de la tienda|nombre comercial y razón social|vendedor|nome legal|denominação|sociedade|firma social
  |nome legale|società|intestatario|handelsonderneming|onderneming|naam onderneming|registered company name|merchant|seller|trading entity`)

/**
 * Label on the platform's own contact page for the shop's trade name, which need not be a company
 * name.
 */
export const TRADE_NAME_LABEL = label(
  `trade name|trading name|handelsname|nom commercial|nombre comercial|nome comercial|nome commerciale|handelsnaam|ticari unvan|商号|屋号|store name|shop name|geschäftsbezeichnung|nom de la boutique|nom du magasin|nombre de la tienda|nome da loja|nome do negócio|nome do comércio|nome del negozio|mağaza adı|ticari ad|marka adı|winkelnaam|nazwa handlowa|nazwa sklepu|handelsnamn|butiksnamn|butiksnavn|handelsnavn|butikknavn|kauppanimi|aputoiminimi|liikenimi|търговско наименование|търговско име|obchodní název|obchodný názov|denumire comercială|nume comercial|διακριτικός τίτλος|εμπορική επωνυμία|kereskedelmi név|ショップ名|店舗名|販売店名|商號|상호`,
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
  |運営責任者名?|運営統括責任者名?|責任者|代表者名?|代表取締役|店舗運営責任者|販売責任者名?|通信販売業務責任者
  |inh|inh\\.|inhaberin und betreiberin|einzelunternehmer(?:in)?|name|ansprechpartner(?:in)?|v\\. ?i\\. ?s\\. ?d\\. ?p\\.
  |propriétaire|entrepreneur individuel|responsable éditorial|exploitante|gérant de la société
  |nombre y apellidos|propietario de la tienda|empresario individual|empresário em nome individual|titular da loja|responsável pela loja
  |titolare della ditta|proprietari[oa]|ditta individuale
  |sahibi|mağaza sahibi|işletme sahibi|kurucu|yetkili adı
  |eigenares|eigenaar winkel|contactpersoon
  |właściciel(?:ka)?|osoba odpowiedzialna|prezes zarządu|reprezentowana przez
  |ägare|innehavare|ansvarig utgivare|indehaver|ejer|direktør|innehaver|eier|daglig leder|omistaja|toimitusjohtaja|yrittäjä|vastuuhenkilö
  |majitel(?:ka)?|jednatel(?:ka)?|odpovědná osoba|konateľ|administrator|reprezentant legal|ιδιοκτήτης|νόμιμος εκπρόσωπος|υπεύθυνος|tulajdonos|ügyvezető`)

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
  |所在地|住所|本社所在地|事業所所在地|会社所在地|店舗所在地|運営者所在地
  |physische adresse|geschäftsanschrift|ladungsfähige anschrift|hausanschrift|adresse de l['’]entreprise|sede social|sede fiscal|domicilio de la empresa|endereço comercial|endereço da empresa|morada fiscal|morada física|indirizzo postale|indirizzo della sede
  |adres siedziby|siedziba|adres fizyczny|adres firmy|adres korespondencyjny
  |adress|fysisk adress|postadress|besöksadress|företagsadress|fysisk adresse|forretningsadresse|besøksadresse|postadresse|virksomhedens adresse
  |osoite|fyysinen osoite|postiosoite|käyntiosoite
  |adresa|sídlo|adresa sídla|fyzická adresa|fyzická adresa firmy|sediu|sediul social|sediu social|adresa fizică
  |διεύθυνση|έδρα|φυσική διεύθυνση|cím|székhely|fizikai cím
  |физически адрес|адрес на търговеца|merkez|adresimiz|iş adresi|kayıtlı adres|straatadres|adresgegevens|販売業者所在地|店舗の所在地|運営事務局所在地|会社住所|物理的な住所|실제 주소`)

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
export const OTHERS_BEGIN = overFolded(
  foldText(
    String.raw`^(?:\d+[.)]\s*)?(?:(?:our|unser[en]?|notre|nuestr[oa]|noss[oa]|il nostro|la nostra|onze)\s)?(?:hébergeur|hébergement|hosting|host(?:ed)? by|host:|web ?design|agency|(?:web)?agentur|agence|agencia|agência|agenzia|hospedaje|barındırma|data protection officer|dpo:|(?:externer |betrieblicher )?datenschutzbeauftragte|délégué à la protection|delegado de protección|encarregado d[eo]|responsabile della protezione|functionaris voor gegevensbescherming|web ?hosting|webhosting|hoster|alojamiento|alojado|hospedagem|hosting provider|provider|webdesign|design|realisierung|umsetzung|bildnachweise?|crédits?|conception|création du site|développement|online-streitbeilegung|verbraucherstreitbeilegung|eu-streitschlichtung|médiateur|médiation|datenschutzbeauftragte|data protection officer|aufsichtsbehörde|supervisory authority|entidade de resolução)`,
  ),
)

/**
 * Names with these endings, in this spelling, are company names. The short endings mean nothing
 * elsewhere in a line.
 */
const FORMS = String.raw`Ltd\.?\s*Şti\.?|LTD\.?\s*ŞTİ\.?|g?GmbH(?:\s*&\s*Co\.?\s*(?:KG(?:aA)?|OHG))?|UG(?:\s*\(haftungsbeschränkt\))?(?:\s*&\s*Co\.?\s*KG)?|AG(?:\s*&\s*Co\.?\s*KG)?|e\.\s?K\.|e\.\s?Kfr\.|e\.\s?Kfm\.|OHG|KG|GbR|e\.\s?U\.|SE|SARL|S\.[aà]\.?\s?r\.?l\.?|S\.A\.R\.L\.?|SASU?|S\.A\.S\.U?\.?|EURL|SNC|S\.A\.U?\.?|SA|S\.L\.U?\.?|SLU?|S\.L\.N\.E\.|S\.C\.|Sociedad\s+Limitada|Ltd\.?|LTD\.?|Limited|LIMITED|LLC|L\.L\.C\.|LLP|Inc\.?|INC\.?|Incorporated|Corp\.?|Corporation|PLC|plc|Pty\.?\s+(?:Ltd|LTD)\.?|P(?:vt|rivate)\.?\s+(?:Ltd|Limited)\.?|B\.?V\.?|N\.?V\.?|V\.?O\.?F\.?|S\.?r\.?l\.?s?\.?|S\.R\.L\.S?\.?|SRLS?|S\.p\.A\.|SpA|S\.a\.s\.|S\.n\.c\.|Lda\.?|LDA|Unipessoal\s+L(?:da|DA)\.?|Ltda\.?|LTDA\.?|EIRELI|MEI?|EPP|S\/A|A\.\s?Ş\.|Limited\s+Şirketi|LİMİTED\s+ŞİRKETİ|Anonim\s+Şirketi|ANONİM\s+ŞİRKETİ|ApS|A\/S|AB|Oy|OÜ|AS|SIA|UAB|Kft\.?|Bt\.?|Zrt\.?|[Ss]p\.\s*z\s*o\.?\s*o\.?|[Ss]p\.\s?(?:k|j|p)\.|[Ss]półka\s+z\s+o\.\s?o\.|s\.\s?r\.\s?o\.|a\.\s?s\.|OG|KEG|BVBA|SPRL|CVBA|Oyj|Ky|Tmi|HB|KB|I\/S|K\/S|ANS|ENK|Ε\.?Π\.?Ε\.?|Ι\.?Κ\.?Ε\.?|Α\.Ε\.|Ο\.Ε\.|Co\.,?\s+Ltd\.?|d\.o\.o\.|EOOD|OOD|ООД|ЕООД|АД|ЕАД`

/** A name with its form at the beginning of a text that goes on. */
export const COMPANY_PREFIX = new RegExp(
  String.raw`^["“„«]?[\p{Lu}\p{N}][^\n:;!?]{0,70}?[\s,]+(?:${FORMS})(?![\p{L}\p{N}])`,
  'u',
)
export const COMPANY_LINE = new RegExp(
  String.raw`^(?:["“„«]?[\p{Lu}\p{N}][^\n:;!?]{0,70}?[\s,]+(?:${FORMS})|ЕТ\s+["“„«]?\p{Lu}[^\n:;!?]{1,60}|(?:株式会社|合同会社|有限会社)[^\s:：]{1,40}|[^\s:：]{1,40}(?:株式会社|合同会社|有限会社))$`,
  'u',
)

const startOf = (words: string): string =>
  foldText(words)
    .trim()
    .split(/\s*\|\s*/)
    .join('|')

/** Where a company's name ends and a sentence about it goes on. Over folded text. */
export const NAME_ENDS = overFolded(
  String.raw`(?:\s{0,2}[,;(–—-]\s{0,2}|\s{1,2})(?:${startOf(`
  (?:is )?a company|(?:is )?a limited|(?:is )?a private|is registered|registered|incorporated|company (?:no|number)|with (?:its )?(?:registered|company|a share)|whose|located at|having its|vat
  |ist eine|mit sitz|eingetragen|vertreten|handelsregister|hr[ab]|amtsgericht|stammkapital|ust(?:id\\w*)?|steuernummer|geschäftsführer|inh(?:aber(?:in)?|\\.)
  |est une|au capital|avec un capital|capital (?:social|de)|société (?:par|à|anonyme|en nom)|entreprise individuelle|immatricul\\w*|inscrit\\w*|enregistr\\w*|rcs|siret|siren|sise?|dont le siège|ayant son siège|représent\\w*
  |es una|con (?:cif|nif|domicilio|sede|número)|provista|inscrita|domiciliada|sociedad (?:limitada|anónima|de)|cif|c\\.i\\.f|nif|n\\.i\\.f|capital
  |é uma|com sede|com o|nipc|matriculada|pessoa coletiva|contribuinte|cnpj|sociedade (?:por|unipessoal)
  |è una|con sede|capitale|cap\\. ?soc|p\\. ?iva|partita iva|iscritta|codice fiscale|c\\.f|rea|società (?:a|per)
  |merkezi|adresinde|vergi|mersis|ticaret sicil
  |is een|gevestigd|ingeschreven|kvk|btw|statutair
  |z siedzibą|wpisan\\w*|nip|regon|krs|org\\.? ?n\\w*|orgnr|organisations\\w*|organisasjons\\w*|cvr|y-tunnus|med säte|med hjemsted|med adresse|med adress
  |със седалище|еик|булстат|se sídlem|ič|cu sediul|cui|με έδρα|αφμ|székhely`)})(?!\p{L})`,
)

/** Begins a sentence rather than a name. Over folded text. */
export const SENTENCE = overFolded(
  String.raw`^(?:${startOf(`
  this|these|we|our|the (?:site|website|web|store|shop|present|online)|all|you|your|if|by|please
  |diese[rs]?|wir|unsere?|die (?:seite|website)|der (?:shop|anbieter)|das|alle|sie|bitte|wenn|für
  |ce|cet|cette|ces|le (?:site|présent)|la (?:société|boutique|présente)|nous|notre|conformément|les
  |est[ea]s?|el (?:sitio|presente|titular)|la (?:web|tienda|empresa|presente)|nosotros|nuestr[oa]|en cumplimiento|de conformidad|los
  |o (?:site|presente)|a (?:loja|empresa|presente)|nós|noss[oa]|em cumprimento
  |quest[oa]|il (?:sito|presente)|noi|nostr[oa]|ai sensi|bu|biz|tüm|işbu|deze|dit|wij|onze|ten|ta|niniejsz[ya]|denna|detta|denne|dette|vi|tämä`)})(?!\p{L})`,
)

const BUSINESS = String.raw`(?:the company|la societe|l'entreprise|la sociedad|la empresa|la mercantil|(?:der|die) firma|a empresa|a sociedade|la societa|het bedrijf|firm[ae]|spolke|societatea)`

/** "operated by", "the owner of this website is", before the name of the company. Over folded text. */
export const OPERATED_BY = overFolded(
  String.raw`^${BUSINESS}\s|^bu (?:web |internet )?site(?:si)?,?\s|(?:owner|operator|publisher|betreiber(?:in)?|anbieter(?:in)?|herausgeber|titular|titolare|proprietari[oa]|propietari[oa]|responsable|responsavel|editeur|exploitant|proprietaire|eigenaar|beheerder|wlasciciel(?:em)?|administratorem)(?!\p{L})[^.:;]{0,60}?\s(?:is|ist|est|es|e|jest)\s(?:(?:${BUSINESS}|die|der)\s)?|(?:operated|owned|published|run|managed|provided|maintained|betrieben|angeboten|herausgegeben|bereitgestellt|edite|editee|exploite|exploitee|publie|gere|propose|gestionad[oa]|operad[oa]|titularidad|propiedad|explotad[oa]|gerid[oa]|mantid[oa]|propriedade|explorad[oa]|gestit[oa]|proprieta|curat[oa]|beheerd|geexploiteerd|eigendom|uitgegeven|prowadzon[ya]|zarzadzan[ya]|drivs|ags|drives|ejes|eies|provozovan[ya]?|operat|administrat)\s(?:by|von(?: der)?|par|por|de|da|dalla|di|door|van|przez|av|af|spolecnosti|catre|de catre)\s(?:${BUSINESS}\s)?`,
)

/** Names the owner, without a colon: "Lumen Filz, Inh. Jana Holtkamp". Over folded text. */
export const OWNER_WORD = overFolded(
  String.raw`(?:^|[\s,(–-])(?:${startOf(`
  inh\\.?|inhaber(?:in)?:?|einzelunternehmer(?:in)?|e\\. ?u\\.|owner|proprietor|prop\\.|sole trader|propriétaire|entrepreneur individuel|gérante?
  |titular:?|propietari[oa]|titolare|proprietári[oa]|sahibi:?|eigenaar|eigenares|właściciel(?:ka)?|innehavare|indehaver|innehaver|omistaja|yrittäjä
  |собственик|управител|majitel(?:ka)?|jednatel`)})[\s:]+`,
)

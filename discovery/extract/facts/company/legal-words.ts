/**
 * Terms used in legal notices and on contact pages, in en, de, fr, es, pt, it, tr, nl, bg and ja.
 * Tables of data.
 */

import { foldText, overFolded } from '#discovery/document/fold-text.ts'

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
  String.raw`^${BUSINESS}\s|^bu (?:web |internet )?site(?:si)?,?\s|(?:site|seite|shop|store)\swird\svon\s(?:(?:der|dem)\s)?(?:firma\s)?(?!.{3,160}\s(?:gehostet|gestaltet|erstellt|entwickelt|betreut)(?!\p{L}))|(?:owner|operator|publisher|betreiber(?:in)?|anbieter(?:in)?|herausgeber|titular|titolare|proprietari[oa]|propietari[oa]|responsable|responsavel|editeur|exploitant|proprietaire|eigenaar|beheerder|wlasciciel(?:em)?|administratorem)(?!\p{L})[^.:;]{0,60}?\s(?:is|ist|est|es|e|jest)\s(?:(?:${BUSINESS}|die|der)\s)?|(?:operated|owned|published|run|managed|provided|maintained|betrieben|angeboten|herausgegeben|bereitgestellt|edite|editee|exploite|exploitee|publie|gere|propose|gestionad[oa]|operad[oa]|titularidad|propiedad|explotad[oa]|gerid[oa]|mantid[oa]|propriedade|explorad[oa]|gestit[oa]|proprieta|curat[oa]|beheerd|geexploiteerd|eigendom|uitgegeven|prowadzon[ya]|zarzadzan[ya]|drivs|ags|drives|ejes|eies|provozovan[ya]?|operat|administrat)\s(?:by|von(?: der)?|par|por|de|da|dalla|di|door|van|przez|av|af|spolecnosti|catre|de catre)\s(?:${BUSINESS}\s)?`,
)

/** Names the owner, without a colon: "Lumen Filz, Inh. Jana Holtkamp". Over folded text. */
export const OWNER_WORD = overFolded(
  String.raw`(?:^|[\s,(–-])(?:${startOf(`
  inh\\.?|inhaber(?:in)?:?|einzelunternehmer(?:in)?|e\\. ?u\\.|owner|proprietor|prop\\.|sole trader|propriétaire|entrepreneur individuel|gérante?
  |titular:?|propietari[oa]|titolare|proprietári[oa]|sahibi:?|eigenaar|eigenares|właściciel(?:ka)?|innehavare|indehaver|innehaver|omistaja|yrittäjä
  |собственик|управител|majitel(?:ka)?|jednatel`)})[\s:]+`,
)

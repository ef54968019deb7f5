/** Words beside telephone numbers, by language. Tables of data, compared folded. */
import { alternativesOf, overFolded, type Words, wordsOf } from '#discovery/document/fold-text.ts'

/** Say that a number nearby is a telephone number. */
export const PHONE_LABELS: Words = {
  en: `
    phone|telephone|tel|ph|phone number|mobile|cell|cellphone|call|call us|calls|calling|text|
    sms|dial|ring|reach us|toll free|tollfree|freephone|hotline|helpline|landline|
    customer service|customer care|customer support|whatsapp|whats app|viber|signal|wechat|
    telegram`,
  de: `
    telefon|telefonnummer|telefon nr|telefonkontakt|rufnummer|tel nr|fon|festnetz|mobil|
    mobilnummer|mobiltelefon|handy|handynummer|servicenummer|hotline|infoline|anruf|anrufen|
    rufen|telefonisch|kundenhotline|bestellhotline|servicetelefon|kundentelefon|fernruf|natel`,
  fr: `
    téléphone|téléphonique|téléphoniquement|n° vert|n° cristal|n° azur|n° indigo|
    numéro indigo|numéro azur|numéro cristal|fixe|numéro de téléphone|tél|tel|mobile|
    appel|appelez|appeler|numéro vert|par téléphone|gsm|ligne directe`,
  es: `
    teléfono|teléfonos|número de teléfono|telefónico|tlf|tlfn|tlfno|tfno|tfn|telf|móvil|
    celular|llama|llame|llámanos|llámenos|llamar|llamada|línea gratuita|línea nacional|
    línea de atención|conmutador|pbx|fono|por teléfono`,
  pt: `
    telefone|telefones|número de telefone|telemóvel|telem|tlm|telef|fone|celular|ligue|ligar|
    contacto telefónico|contato telefônico|linha de apoio|central de atendimento|televendas|
    teleatendimento|disque`,
  tr: `
    telefon|telefon numarası|telefonla|cep|cep telefonu|cep telefon|gsm|sabit hat|sabit telefon|
    çağrı merkezi|arayın|arayınız|numarası|destek hattı|müşteri hattı|sipariş hattı|
    danışma hattı|whatsapp hattı`,
  it: `
    telefono|numero di telefono|tel|cellulare|numero verde|chiama|chiamaci|chiamateci|telefonico|
    telefonicamente|recapito telefonico`,
  nl: 'telefoon|telefoonnummer|tel|mobiel|mobiele nummer|bel ons|telefonisch|vaste lijn',
  pl: `
    telefon|numer telefonu|nr telefonu|nr tel|tel|tel kom|komórka|komórkowy|infolinia|zadzwoń|
    telefonicznie`,
  sv: 'telefon|telefonnummer|tel|tfn|mobil|mobilnummer|ring|ring oss|telefonväxel|växel',
  da: 'telefon|telefonnummer|tlf|tlf nr|tel|mobil|mobilnummer|ring|ring til os',
  no: 'telefon|telefonnummer|tlf|tel|mobil|mobilnummer|mob|ring|ring oss|sentralbord',
  fi: 'puhelin|puhelinnumero|puh|matkapuhelin|gsm|soita|vaihde',
  ja: '電話|電話番号|tel|携帯|携帯電話|フリーダイヤル|お電話|連絡先電話|代表電話',
  bg: `
    телефон|тел|телефонен номер|телефони|мобилен|моб|
    мобилен телефон|gsm|гсм|обадете се|обади се|
    национален телефон`,
  cs: 'telefon|telefonní číslo|tel|mobil|zákaznická linka|zavolejte|volejte|infolinka',
  sk: 'telefón|telefónne číslo|tel|mobil|zavolajte|infolinka',
  ro: 'telefon|număr de telefon|nr de telefon|tel|mobil|sunați|apelați|call center',
  el: 'τηλέφωνο|τηλ|τηλέφωνα|κινητό|σταθερό|αριθμός τηλεφώνου|τηλεφωνικό κέντρο|καλέστε',
  hu: 'telefon|telefonszám|tel|mobil|mobiltelefon|hívjon|ügyfélvonal',
  ru: 'телефон|тел|моб|мобильный|горячая линия|звоните',
  ko: '전화|전화번호|고객센터|휴대폰',
  zh: '电话|電話|手机|手機|客服电话|热线',
  ar: 'هاتف|الهاتف|رقم الهاتف|جوال|الجوال|اتصل|موبايل|تلفون|واتساب',
  he: 'טלפון|טל|נייד',
  signs: '☎|📞|✆|📱|🕿|℡',
}

/** Say so only if the number follows at once. */
export const CONTACT_LABELS: Words = {
  en: `
    contact|contact us|contact number|contact details|customer services|service|support|help|
    enquiries|inquiries|sales|office|t|m|p|mob|cel`,
  de: `
    kontakt|kundenservice|kundendienst|kundenbetreuung|service|support|beratung|zentrale|büro|
    bestellung|bestellannahme|kontaktieren sie uns|sie erreichen uns|ruf|t|m`,
  fr: `
    contact|contactez nous|nous joindre|nous contacter|joindre|service client|service clients|
    service clientèle|sav|support|renseignements|assistance|standard|portable|port.|t|m|p`,
  es: `
    contacto|contáctanos|contáctenos|atención al cliente|atención cliente|
    servicio al cliente|soporte|ayuda|información|pedidos|fijo|cel|tf|t|m`,
  pt: `
    contacto|contato|contactos|contatos|contacte nos|fale conosco|fale connosco|atendimento|
    atendimento ao cliente|apoio ao cliente|suporte|sac|central|fixo|cel|zap|t|m`,
  tr: `
    iletişim|bize ulaşın|bize ulaş|müşteri hizmetleri|müşteri destek|destek|bilgi|
    sipariş|ulaşım|irtibat|numara|ara|santral|t|m`,
  it: `
    contatti|contatto|recapiti|recapito|contattaci|servizio clienti|assistenza|
    assistenza clienti|ufficio|info|fisso|cell|t|m`,
  nl: 'contact|klantenservice|klantendienst|neem contact op|bereikbaar op|bel|bellen|t|m',
  pl: 'kontakt|obsługa klienta|biuro obsługi klienta|bok|biuro|dział obsługi klienta|kom|t|m',
  sv: 'kontakt|kontakta oss|kundtjänst|kundservice|support|t|m',
  da: 'kontakt|kontakt os|kundeservice|kundetjeneste|support|t|m',
  no: 'kontakt|kontakt oss|kundeservice|kundesenter|support|t|m',
  fi: 'yhteystiedot|ota yhteyttä|asiakaspalvelu|myynti|tuki|p',
  ja: 'お問い合わせ|お問合せ|お問い合わせ先|連絡先|お客様窓口|カスタマーサポート|サポート窓口',
  bg: `
    контакт|контакти|за контакти|за връзка|
    връзка с нас|обслужване на клиенти|поръчки|
    поддръжка`,
  cs: 'kontakt|kontakty|zákaznický servis|zákaznická podpora|podpora',
  sk: 'kontakt|kontakty|zákaznícky servis|zákaznícka podpora',
  ro: 'contact|contactați ne|serviciul clienți|relații clienți|suport|comenzi',
  el: 'επικοινωνία|εξυπηρέτηση πελατών|επικοινωνήστε μαζί μας|υποστήριξη',
  hu: 'kapcsolat|elérhetőség|ügyfélszolgálat',
  ru: 'контакты|связаться|служба поддержки',
  ko: '문의|고객 지원|연락처',
  zh: '联系我们|聯絡我們|客服',
  ar: 'اتصل بنا|خدمة العملاء|للتواصل',
}

/** Say that the number right after them is no telephone number. */
export const OTHER_NUMBERS: Words = {
  en: `
    vat|tax|tax id|ein|crn|company no|company number|company reg|registration|registered|order|
    order no|order number|sku|isbn|ean|gtin|upc|asin|zip|zip code|postcode|postal|postal code|
    iban|bic|swift|account|account number|sort code|routing number|fax|telefax|tracking|model|
    item|art|ref|reference|nr|no|id|license|licence|patent|serial|batch|code|since|copyright|
    week|weeks|day|days|hour|hours|opening|abn|acn|customer number|invoice|case|duns|d u n s`,
  de: `
    ust|umsatzsteuer|ust id|steuer|steuernummer|handelsregister|registernummer|hrb|hra|gnr|
    bestell|bestellnummer|bestell nr|auftragsnummer|kundennummer|kunden nr|artikelnummer|
    artikel nr|plz|postleitzahl|konto|kontonummer|kto|blz|bankleitzahl|lizenz|sendungsnummer|
    rechnungsnummer|weee|weee reg nr|lucid|betriebsnummer|firmenbuch|fn|uid|fernkopie`,
  fr: `
    tva|siret|siren|rcs|ape|naf|commande|numéro de commande|télécopie|télécopieur|
    code postal|rib|compte|facture|numéro de suivi|capital`,
  es: `
    iva|cif|nif|nie|pedido|número de pedido|código postal|cp|c p|cuenta|factura|
    registro mercantil|tomo|folio|hoja|número de seguimiento|rut|ruc|rfc|cuit`,
  pt: `
    cnpj|cpf|cep|nipc|contribuinte|código postal|encomenda|número da encomenda|conta|
    inscrição estadual|ie|fatura|rastreio`,
  tr: `
    vergi|vergi no|vergi numarası|vkn|mersis|ticaret sicil|sicil|sicil no|sipariş no|
    sipariş numarası|posta kodu|hesap|fatura|faks|belgegeçer|tckn|tc kimlik|kargo takip|
    takip no|etbis`,
  it: `
    p iva|p. iva|partita iva|codice fiscale|cod fisc|c.f.|rea|ordine|numero ordine|cap|conto|
    fattura|telefax`,
  nl: `
    btw|kvk|rsin|bestelling|bestelnummer|ordernummer|klantnummer|rekening|rekeningnummer|factuur|
    ondernemingsnummer`,
  pl: `
    nip|regon|krs|bdo|zamówienie|numer zamówienia|nr zamówienia|konto|numer konta|nr konta|
    rachunek|faks|kod pocztowy|faktura`,
  sv: `
    org nr|orgnr|organisationsnummer|momsnr|moms|bankgiro|bg|plusgiro|ordernummer|kundnummer|
    swish|swish nr|postnummer|faktura`,
  da: `
    cvr|cvr nr|se nr|momsnr|ordrenummer|kontonr|konto nr|reg nr|postnr|mobilepay|mobile pay|
    ean nr|faktura`,
  no: `
    org nr|orgnr|organisasjonsnummer|mva|ordrenummer|bestillingsnummer|kontonummer|postnr|vipps|
    faktura`,
  fi: 'y tunnus|alv|tilausnumero|tilinumero|postinumero|asiakasnumero|faksi|lasku',
  ja: `
    法人番号|登録番号|許可番号|注文番号|郵便番号|口座番号|
    ファックス|ファクス|fax番号|受注番号|会員番号|届出番号|〒|第`,
  bg: 'еик|булстат|ддс|поръчка|номер на поръчка|факс|пощенски код|сметка|фактура',
  cs: 'ič|ičo|dič|objednávka|číslo objednávky|číslo účtu|psč|faktura|spisová značka',
  sk: 'ič dph|číslo účtu|objednávka|faktúra',
  ro: 'cui|cif|reg com|nr reg com|comandă|cont|cod poștal|factură',
  el: 'αφμ|α.φ.μ.|γεμη|γ.ε.μη.|παραγγελία|φαξ|τ.κ.|λογαριασμός|τιμολόγιο',
  hu: 'adószám|cégjegyzékszám|rendelés|bankszámlaszám',
  ru: 'инн|огрн|кпп|заказ|факс|индекс|счет',
  ko: '사업자등록번호|팩스|주문번호|통신판매업신고번호',
  zh: '传真|傳真|订单|邮编',
  ar: 'فاكس|الفاكس|رقم الطلب|السجل التجاري|الرقم الضريبي',
}

const START = String.raw`(?<![\p{L}\p{M}])`
const END = String.raw`(?![\p{L}\p{M}])`

/** A telephone label anywhere in folded text. Japanese and Chinese put no space after it. */
export const PHONE_LABEL = overFolded(
  `(?:${START}(?:${alternativesOf(PHONE_LABELS)})|telefon|telefoon|hotline|rufnummer)${END}|電話|电话|전화|携帯`,
)

const NUMBER_WORD = String.raw`(?:number|nummer|numero|numara(?:si)?|numer|номер|番号|nr|no|n°|id)`

/** Folded text that ends in a label for the number that follows at once. */
const endingIn = (words: string): RegExp =>
  overFolded(
    String.raw`(?:${START}(?:${words})|[電話携帯先窓口]{2})[\s.]{0,2}(?:${NUMBER_WORD}[\s.]{0,2})?(?:\([^()\d]{0,20}\)\s?)?(?:[:#=|/°-]\s{0,2})?$`,
  )

export const PHONE_LABEL_AT_END = endingIn(alternativesOf(PHONE_LABELS))
/** Names of a department that need no colon before its number. */
const DEPARTMENTS: Words = {
  all: wordsOf(CONTACT_LABELS)
    .filter((label) => /\p{L}{2} \p{L}{2}|service|dienst|tjänst|palvelu|atendimento/u.test(label))
    .join('|'),
}
export const CONTACT_LABEL_AT_END = overFolded(
  String.raw`${START}(?:(?:${alternativesOf(DEPARTMENTS)})\s|[tmp]\.\s?)$|${START}(?:${alternativesOf(CONTACT_LABELS)})(?:[\s.-]{0,2}${NUMBER_WORD}\.?)?(?:\s{0,2}\([^()\d]{0,30}\))?(?:\s?(?::|=|\||-|·|»|→)\s{0,2}|\s(?:at|on|unter|au|al|en el|no|pelo|op|pod|på|av|στο)\s)$`,
)
export const OTHER_NUMBER_AT_END = overFolded(
  String.raw`${START}(?:${alternativesOf(OTHER_NUMBERS)})\s{0,3}(?:${NUMBER_WORD})?\.?\s{0,3}[#:.°]?\s{0,3}(?:[a-z]{2})?$`,
)

import { inLanguages } from './languages.ts'

/** Sentences for shops; `{brand}`, `{field}`, `{item}`, `{city}` are placeholders. */
export const ABOUT = [
  '{brand} makes {field}. Every order is packed in {city} and leaves within two days.|{brand} steht für {field}. Jede Bestellung wird in {city} gepackt und geht in zwei Tagen raus.|{brand}, c’est {field}. Chaque commande est préparée à {city} et part sous deux jours.|En {brand} encontrarás {field}. Preparamos cada pedido en {city} y sale en dos días.|{brand} propone {field}. Ogni ordine parte da {city} entro due giorni.|Bij {brand} vind je {field}. Elke bestelling vertrekt binnen twee dagen uit {city}.|{brand}: {field}. Her sipariş {city} şehrinde hazırlanır ve iki günde yola çıkar.|A {brand} oferece {field}. Cada pedido sai de {city} em até dois dias.|{brand}は{field}のお店です。{city}から二日以内に発送します。',
  'We started {brand} because we could not find good {field} ourselves.|Wir haben {brand} gegründet, weil wir selbst lange nach guter Auswahl gesucht haben: {field}.|Nous avons créé {brand} parce que nous cherchions nous-mêmes : {field}.|Creamos {brand} porque nosotros mismos lo buscábamos: {field}.|Abbiamo creato {brand} perché cercavamo noi stessi {field}.|We zijn {brand} begonnen omdat we zelf op zoek waren naar {field}.|{brand} markasını kurduk çünkü aradığımızı bulamadık: {field}.|Criamos a {brand} porque nós mesmos procurávamos {field}.|自分たちが欲しかったから{brand}を始めました。{field}。',
  '{brand} is a small shop with a clear idea: {field}, fairly priced.|{brand} ist ein kleiner Laden mit klarer Idee: {field} zu fairen Preisen.|{brand} est une petite boutique avec une idée simple : {field} à prix juste.|{brand} es una tienda pequeña con una idea clara: {field} a precio justo.|{brand} è un piccolo negozio con un’idea chiara: {field} a prezzi onesti.|{brand} is een kleine winkel met een duidelijk idee: {field} voor een eerlijke prijs.|{brand} küçük ve net fikirli bir dükkân: {field}, dürüst fiyatla.|{brand} é uma loja pequena com uma ideia clara: {field} a preço justo.|{brand}は小さなお店です。{field}を誠実な価格で。',
].map(inLanguages)

export const ITEM_SENTENCES = [
  'Our {item} is made in small batches and checked by hand.|Dieser Artikel ({item}) wird in kleinen Mengen gefertigt und von Hand geprüft.|{item} : fabriqué en petite série et contrôlé à la main.|{item}: hecho en pequeñas series y revisado a mano.|{item}: prodotto in piccole serie e controllato a mano.|{item}: in kleine series gemaakt en met de hand gecontroleerd.|{item} küçük partiler hâlinde üretilir ve elle kontrol edilir.|{item}: feito em pequenos lotes e conferido à mão.|{item}は少量生産、一点ずつ検品しています。',
  'A favourite for every day, and a gift that gets used.|Ein Liebling für jeden Tag und ein Geschenk, das benutzt wird.|Un indispensable du quotidien, et un cadeau qui sert.|Un favorito para cada día y un regalo que se usa.|Un preferito di ogni giorno e un regalo che si usa.|Een favoriet voor elke dag en een cadeau dat gebruikt wordt.|Her gün için bir favori ve kullanılan bir hediye.|Um favorito para o dia a dia e um presente que se usa.|毎日使いたくなる、贈り物にも。',
  'Ships in recyclable packaging. Thirty days to change your mind.|Versand in recycelbarer Verpackung. Dreißig Tage Rückgaberecht.|Expédié dans un emballage recyclable. Trente jours pour changer d’avis.|Se envía en embalaje reciclable. Treinta días para cambiar de opinión.|Spedito in imballaggio riciclabile. Trenta giorni per ripensarci.|Verzonden in recyclebare verpakking. Dertig dagen bedenktijd.|Geri dönüştürülebilir ambalajla gönderilir. Otuz gün iade hakkı.|Enviado em embalagem reciclável. Trinta dias para trocar.|再生可能な包装でお届けします。三十日以内は返品できます。',
].map(inLanguages)

export const UI = {
  catalog: inLanguages(
    'Catalog|Katalog|Catalogue|Catálogo|Catalogo|Catalogus|Katalog|Catálogo|カタログ',
  ),
  contact: inLanguages(
    'Contact|Kontakt|Contact|Contacto|Contatti|Contact|İletişim|Contato|お問い合わせ',
  ),
  home: inLanguages('Home|Startseite|Accueil|Inicio|Home|Home|Ana Sayfa|Início|ホーム'),
  bestSellers: inLanguages(
    'Best sellers|Bestseller|Meilleures ventes|Más vendidos|I più venduti|Bestsellers|Çok satanlar|Mais vendidos|人気商品',
  ),
  featured: inLanguages(
    'Featured|Ausgewählt|À la une|Destacados|In evidenza|Uitgelicht|Öne çıkanlar|Destaques|おすすめ',
  ),
  addToCart: inLanguages(
    'Add to cart|In den Warenkorb|Ajouter au panier|Añadir al carrito|Aggiungi al carrello|In winkelwagen|Sepete ekle|Adicionar ao carrinho|カートに追加',
  ),
  soldOut: inLanguages(
    'Sold out|Ausverkauft|Épuisé|Agotado|Esaurito|Uitverkocht|Tükendi|Esgotado|売り切れ',
  ),
  newsletter: inLanguages(
    'Join our newsletter|Newsletter abonnieren|Inscrivez-vous à la newsletter|Suscríbete al boletín|Iscriviti alla newsletter|Schrijf je in voor de nieuwsbrief|Bültene katılın|Assine a newsletter|メールマガジン',
  ),
  privacy: inLanguages(
    'Privacy policy|Datenschutzerklärung|Politique de confidentialité|Política de privacidad|Informativa sulla privacy|Privacybeleid|Gizlilik politikası|Política de privacidade|プライバシーポリシー',
  ),
  refund: inLanguages(
    'Refund policy|Widerrufsrecht|Politique de remboursement|Política de reembolso|Politica di rimborso|Terugbetalingsbeleid|İade politikası|Política de reembolso|返金ポリシー',
  ),
  contactInformation: inLanguages(
    'Contact information|Kontaktinformationen|Coordonnées|Información de contacto|Informazioni di contatto|Contactgegevens|İletişim bilgileri|Informações de contato|連絡先情報',
  ),
  tradeName: inLanguages(
    'Trade name|Handelsname|Nom commercial|Nombre comercial|Nome commerciale|Handelsnaam|Ticari unvan|Nome comercial|商号',
  ),
  phone: inLanguages(
    'Phone number|Telefonnummer|Numéro de téléphone|Número de teléfono|Numero di telefono|Telefoonnummer|Telefon numarası|Número de telefone|電話番号',
  ),
  email: inLanguages(
    'Email|E-Mail|E-mail|Correo electrónico|E-mail|E-mail|E-posta|E-mail|メールアドレス',
  ),
  address: inLanguages(
    'Physical address|Anschrift|Adresse physique|Dirección física|Indirizzo|Fysiek adres|Adres|Endereço físico|住所',
  ),
  password: inLanguages(
    'Opening soon|Wir eröffnen bald|Ouverture prochaine|Próximamente|Presto online|Binnenkort open|Yakında açılıyor|Em breve|まもなく開店',
  ),
  enterPassword: inLanguages(
    'Enter using password|Mit Passwort eintreten|Entrer avec un mot de passe|Entrar con contraseña|Entra con la password|Toegang met wachtwoord|Şifreyle gir|Entrar com senha|パスワードで入る',
  ),
  writeUs: inLanguages(
    'Write to us at|Schreib uns an|Écrivez-nous à|Escríbenos a|Scrivici a|Mail ons op|Bize yazın|Escreva para|メール',
  ),
  callUs: inLanguages(
    'Call us|Ruf uns an|Appelez-nous|Llámanos|Chiamaci|Bel ons|Bizi arayın|Ligue para nós|お電話',
  ),
  journal: inLanguages('Journal|Magazin|Journal|Diario|Diario|Magazine|Günlük|Diário|読みもの'),
  closed: inLanguages(
    'Sorry, this shop is currently unavailable.|Dieser Shop ist derzeit nicht verfügbar.|Cette boutique est actuellement indisponible.|Esta tienda no está disponible.|Questo negozio non è disponibile.|Deze winkel is niet beschikbaar.|Bu mağaza şu anda kullanılamıyor.|Esta loja está indisponível.|現在このストアは利用できません。',
  ),
  welcome: inLanguages(
    'Welcome to {brand}|Willkommen bei {brand}|Bienvenue chez {brand}|Bienvenido a {brand}|Benvenuti da {brand}|Welkom bij {brand}|{brand} mağazasına hoş geldiniz|Bem-vindo à {brand}|{brand}へようこそ',
  ),
}

export const ARTICLE_TITLES = [
  'How to care for your {item}|So pflegst du: {item}|Comment entretenir : {item}|Cómo cuidar: {item}|Come curare: {item}|Zo verzorg je: {item}|Bakım rehberi: {item}|Como cuidar: {item}|お手入れの方法：{item}',
  'Five gift ideas from our shop|Fünf Geschenkideen aus unserem Laden|Cinq idées cadeaux de notre boutique|Cinco ideas de regalo|Cinque idee regalo|Vijf cadeautips uit onze winkel|Mağazamızdan beş hediye fikri|Cinco ideias de presente|贈り物の五つの提案',
  'A visit to our workshop|Ein Besuch in unserer Werkstatt|Une visite de notre atelier|Una visita a nuestro taller|Una visita al laboratorio|Een bezoek aan onze werkplaats|Atölyemize bir ziyaret|Uma visita à nossa oficina|工房を訪ねて',
].map(inLanguages)

/** Local part of the footer address of a shop with mail under its own domain. */
export const ROLE_MAILBOXES = [
  'hello',
  'info',
  'support',
  'contact',
  'care',
  'hi',
  'service',
  'team',
  'shop',
  'help',
]
export const FIRST_NAMES = [
  'Mira',
  'Jonas',
  'Elif',
  'Camille',
  'Rafael',
  'Hana',
  'Noor',
  'Tessa',
  'Luca',
  'Ines',
]
export const LAST_NAMES = [
  'Aldern',
  'Brevik',
  'Calderon',
  'Demiray',
  'Elvers',
  'Fontrel',
  'Garvani',
  'Hoshide',
  'Ivarsen',
  'Jardine',
]
/** Invented mail providers, for merchants without a mailbox under their own domain. */
export const MAIL_PROVIDERS = [
  'postbox.test',
  'quickinbox.test',
  'mailhaven.test',
  'letterbird.test',
]

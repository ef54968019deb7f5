import { fraction, hash, hexToken } from '../../random.ts'
import { inLanguages, type Language } from './languages.ts'
import type { OptionKind, Shape } from './verticals.ts'

/** A wholesale item that many shops list with the supplier's title and picture. */
export type DropshipItem = {
  words: Record<Language, string>
  priceUsd: number
  shape: Shape
  option: OptionKind
}

const row = (shape: Shape, priceUsd: number, option: OptionKind, words: string): DropshipItem => ({
  shape,
  priceUsd,
  option,
  words: inLanguages(words),
})

export const DROPSHIP_ITEMS: DropshipItem[] = [
  row(
    'lamp',
    29.99,
    'colour',
    'Sunset Projection Lamp|Sonnenuntergang-Projektionslampe|Lampe projecteur coucher de soleil|Lámpara de puesta de sol|Lampada proiettore tramonto|Zonsondergang projectielamp|Gün Batımı Projeksiyon Lambası|Luminária pôr do sol|サンセットランプ',
  ),
  row(
    'lamp',
    39.99,
    'colour',
    'Galaxy Star Projector|Galaxie-Sternenprojektor|Projecteur d’étoiles galaxie|Proyector de estrellas galaxia|Proiettore di stelle galassia|Sterrenhemel projector|Galaksi Yıldız Projektörü|Projetor de estrelas galáxia|銀河プロジェクター',
  ),
  row(
    'lamp',
    24.95,
    'none',
    'Levitating Moon Light|Schwebendes Mondlicht|Lune lumineuse en lévitation|Luna flotante|Luna levitante|Zwevende maanlamp|Havada Duran Ay Lambası|Lua flutuante|浮遊ムーンライト',
  ),
  row(
    'gauge',
    49.99,
    'colour',
    'Portable Neck Fan|Tragbarer Nackenventilator|Ventilateur de cou portable|Ventilador de cuello portátil|Ventilatore da collo|Draagbare nekventilator|Taşınabilir Boyun Vantilatörü|Ventilador de pescoço|ネックファン',
  ),
  row(
    'bottle',
    27.9,
    'colour',
    'Self-Stirring Mug|Selbstrührender Becher|Tasse auto-mélangeuse|Taza autoagitadora|Tazza automescolante|Zelfroerende mok|Kendi Karıştıran Kupa|Caneca misturadora|自動かき混ぜマグ',
  ),
  row(
    'brush',
    34.99,
    'colour',
    'Electric Spin Scrubber|Elektrische Reinigungsbürste|Brosse rotative électrique|Cepillo giratorio eléctrico|Spazzola elettrica rotante|Elektrische schrobber|Elektrikli Temizlik Fırçası|Escova elétrica giratória|電動バスポリッシャー',
  ),
  row(
    'gauge',
    22.99,
    'none',
    'Mini Bag Sealer|Mini-Folienschweißgerät|Mini scelleuse de sachets|Mini selladora de bolsas|Mini sigillatrice|Mini zakkensealer|Mini Poşet Kapatıcı|Mini seladora|ミニシーラー',
  ),
  row(
    'collar',
    19.99,
    'size',
    'Posture Corrector|Haltungstrainer|Correcteur de posture|Corrector de postura|Correttore di postura|Houdingscorrector|Duruş Düzeltici|Corretor de postura|姿勢サポーター',
  ),
  row(
    'gauge',
    59.99,
    'colour',
    'Neck and Shoulder Massager|Nacken-Schulter-Massagegerät|Masseur cou et épaules|Masajeador de cuello y hombros|Massaggiatore collo e spalle|Nek- en schoudermassage|Boyun ve Omuz Masaj Aleti|Massageador de pescoço|首肩マッサージャー',
  ),
  row(
    'brush',
    26.5,
    'colour',
    'Pet Hair Remover Roller|Tierhaar-Entferner|Rouleau anti-poils|Rodillo quitapelos|Rullo levapeli|Dierenhaar roller|Evcil Tüy Toplayıcı|Removedor de pelos|ペット毛取りローラー',
  ),
  row(
    'brush',
    32,
    'none',
    'Steam Pet Brush|Dampfbürste für Tiere|Brosse vapeur animaux|Cepillo de vapor para mascotas|Spazzola a vapore|Stoomborstel voor dieren|Buharlı Evcil Fırçası|Escova a vapor pet|ペット用スチームブラシ',
  ),
  row(
    'bowl',
    44.99,
    'colour',
    'Cat Water Fountain|Katzen-Trinkbrunnen|Fontaine à eau pour chat|Fuente de agua para gatos|Fontanella per gatti|Drinkfontein voor katten|Kedi Su Pınarı|Fonte para gatos|猫用給水器',
  ),
  row(
    'toy',
    18.99,
    'colour',
    'Interactive Cat Ball|Interaktiver Katzenball|Balle interactive pour chat|Pelota interactiva para gatos|Palla interattiva per gatti|Interactieve kattenbal|Etkileşimli Kedi Topu|Bola interativa para gatos|猫用電動ボール',
  ),
  row(
    'phone',
    21.99,
    'colour',
    'MagSafe-Style Ring Holder|Magnetischer Ringhalter|Anneau magnétique|Anillo magnético|Anello magnetico|Magnetische ringhouder|Manyetik Yüzük Tutucu|Anel magnético|マグネットリング',
  ),
  row(
    'phone',
    35.99,
    'none',
    'Solar Power Bank|Solar-Powerbank|Batterie solaire|Batería solar|Power bank solare|Zonne-powerbank|Güneş Enerjili Powerbank|Carregador solar|ソーラーバッテリー',
  ),
  row(
    'cable',
    16.99,
    'colour',
    '3-in-1 Charging Cable|3-in-1-Ladekabel|Câble de charge 3 en 1|Cable de carga 3 en 1|Cavo 3 in 1|3-in-1 laadkabel|3’ü 1 Arada Şarj Kablosu|Cabo 3 em 1|3in1充電ケーブル',
  ),
  row(
    'headphones',
    42.99,
    'colour',
    'Sleep Headband Headphones|Schlaf-Kopfhörerband|Bandeau audio sommeil|Diadema con auriculares|Fascia cuffie per dormire|Slaaphoofdband met speakers|Uyku Bandı Kulaklık|Faixa com fones para dormir|スリープヘッドホン',
  ),
  row(
    'watch',
    54.99,
    'colour',
    'Smart Fitness Band|Smartes Fitnessband|Bracelet connecté|Pulsera inteligente|Braccialetto smart|Slimme fitnessband|Akıllı Bileklik|Pulseira inteligente|スマートバンド',
  ),
  row(
    'ring',
    64.99,
    'ring-size',
    'Smart Health Ring|Smarter Gesundheitsring|Bague connectée|Anillo inteligente|Anello smart|Slimme ring|Akıllı Sağlık Yüzüğü|Anel inteligente|スマートリング',
  ),
  row(
    'pillow',
    38.99,
    'colour',
    'Memory Foam Neck Pillow|Memory-Schaum-Nackenkissen|Coussin cervical à mémoire|Almohada cervical|Cuscino cervicale|Traagschuim nekkussen|Visco Boyun Yastığı|Travesseiro cervical|低反発ネックピロー',
  ),
  row(
    'pillow',
    46,
    'size',
    'Weighted Sleep Blanket|Gewichtsdecke|Couverture lestée|Manta con peso|Coperta ponderata|Verzwaringsdeken|Ağırlıklı Battaniye|Cobertor ponderado|重いブランケット',
  ),
  row(
    'bottle',
    23.99,
    'colour',
    'Portable Blender Cup|Tragbarer Mixbecher|Blender portable|Licuadora portátil|Frullatore portatile|Draagbare blender|Taşınabilir Blender|Liquidificador portátil|ポータブルブレンダー',
  ),
  row(
    'pan',
    28.99,
    'none',
    'Rolling Knife Sharpener|Rollschleifer|Aiguiseur roulant|Afilador rodante|Affilatore rotante|Rollende messenslijper|Döner Bıçak Bileyici|Afiador rotativo|ローリングシャープナー',
  ),
  row(
    'jar',
    25.99,
    'colour',
    'Electric Garlic Chopper|Elektrischer Knoblauchhacker|Hachoir à ail électrique|Picador de ajo eléctrico|Tritaglio elettrico|Elektrische knoflookhakker|Elektrikli Sarımsak Doğrayıcı|Triturador de alho elétrico|電動みじん切り器',
  ),
  row(
    'bottle',
    17.99,
    'colour',
    'Oil Spray Bottle|Öl-Sprühflasche|Spray à huile|Pulverizador de aceite|Spruzzatore d’olio|Oliespray fles|Yağ Püskürtücü|Borrifador de azeite|オイルスプレー',
  ),
  row(
    'mat',
    31.99,
    'colour',
    'Diatomite Bath Mat|Kieselgur-Badematte|Tapis de bain diatomite|Alfombra de diatomita|Tappeto in diatomite|Diatomiet badmat|Diatomit Banyo Paspası|Tapete de diatomita|珪藻土バスマット',
  ),
  row(
    'bottle',
    36.99,
    'none',
    'Filtered Shower Head|Filter-Duschkopf|Pommeau filtrant|Cabezal de ducha con filtro|Soffione filtrante|Douchekop met filter|Filtreli Duş Başlığı|Chuveiro com filtro|浄水シャワーヘッド',
  ),
  row(
    'shirt',
    29.95,
    'size',
    'Seamless Shaping Bodysuit|Nahtloser Shaping-Body|Body gainant sans couture|Body moldeador sin costuras|Body modellante|Naadloze corrigerende body|Dikişsiz Şekillendirici Body|Body modelador|補正ボディスーツ',
  ),
  row(
    'shirt',
    39.95,
    'size',
    'Oversized Blanket Hoodie|Oversize-Deckenhoodie|Sweat plaid oversize|Sudadera manta|Felpa coperta|Oversized dekenhoodie|Battaniye Kapüşonlu|Moletom cobertor|着る毛布パーカー',
  ),
  row(
    'shoe',
    27.99,
    'shoe-size',
    'Cloud Slides|Wolken-Pantoletten|Claquettes nuage|Chanclas nube|Ciabatte nuvola|Cloud slippers|Bulut Terlik|Chinelo nuvem|クラウドサンダル',
  ),
  row(
    'shoe',
    58.99,
    'shoe-size',
    'Orthopaedic Walking Shoes|Orthopädische Laufschuhe|Chaussures orthopédiques|Zapatos ortopédicos|Scarpe ortopediche|Orthopedische schoenen|Ortopedik Yürüyüş Ayakkabısı|Tênis ortopédico|矯正ウォーキング靴',
  ),
  row(
    'brush',
    33.99,
    'colour',
    'LED Face Cleansing Brush|LED-Gesichtsbürste|Brosse visage LED|Cepillo facial LED|Spazzola viso LED|Led gezichtsborstel|LED Yüz Fırçası|Escova facial LED|LED洗顔ブラシ',
  ),
  row(
    'frame',
    69.99,
    'none',
    'Red Light Therapy Mask|Rotlicht-Gesichtsmaske|Masque lumière rouge|Máscara de luz roja|Maschera luce rossa|Roodlichtmasker|Kırmızı Işık Maskesi|Máscara de luz vermelha|赤色光マスク',
  ),
  row(
    'brush',
    24.99,
    'colour',
    'Ice Roller Set|Eisroller-Set|Rouleau glacé|Rodillo de hielo|Rullo ghiaccio|IJsroller set|Buz Roller Seti|Rolo de gelo|アイスローラー',
  ),
  row(
    'bottle',
    28.5,
    'none',
    'Rosemary Hair Growth Oil|Rosmarin-Haaröl|Huile de romarin|Aceite de romero|Olio al rosmarino|Rozemarijn haarolie|Biberiye Saç Yağı|Óleo de alecrim|ローズマリーヘアオイル',
  ),
  row(
    'box',
    26.99,
    'pack',
    'Teeth Whitening Strips|Zahnaufhellungs-Streifen|Bandes blanchissantes|Tiras blanqueadoras|Strisce sbiancanti|Tandenbleekstrips|Diş Beyazlatma Bandı|Fitas clareadoras|ホワイトニングシート',
  ),
  row(
    'dumbbell',
    34.99,
    'colour',
    'Ab Roller Wheel|Bauchroller|Roue abdominale|Rueda abdominal|Ruota per addominali|Buikspierwiel|Karın Kası Tekerleği|Roda abdominal|腹筋ローラー',
  ),
  row(
    'collar',
    21.95,
    'colour',
    'Smart Hula Hoop|Smarter Hula-Hoop|Hula hoop connecté|Hula hoop inteligente|Hula hoop smart|Slimme hoelahoep|Akıllı Hulahop|Bambolê inteligente|スマートフラフープ',
  ),
  row(
    'box',
    19.99,
    'none',
    'Mini Thermal Printer|Mini-Thermodrucker|Mini imprimante thermique|Mini impresora térmica|Mini stampante termica|Mini thermische printer|Mini Termal Yazıcı|Mini impressora térmica|ミニプリンター',
  ),
  row(
    'toy',
    29.99,
    'colour',
    'Dancing Cactus Toy|Tanzender Kaktus|Cactus dansant|Cactus bailarín|Cactus ballerino|Dansende cactus|Dans Eden Kaktüs|Cacto dançante|踊るサボテン',
  ),
  row(
    'toy',
    32.99,
    'colour',
    'Magnetic Building Sticks|Magnetische Baustäbe|Bâtonnets magnétiques|Palitos magnéticos|Bastoncini magnetici|Magnetische bouwstaafjes|Manyetik Çubuklar|Varetas magnéticas|マグネットスティック',
  ),
  row(
    'book',
    18.95,
    'none',
    'Magic Copybook Set|Magisches Schreibheft-Set|Cahier magique|Cuaderno mágico|Quaderno magico|Magisch schrijfschrift|Sihirli Yazı Defteri|Caderno mágico|魔法の練習帳',
  ),
  row(
    'box',
    27.5,
    'none',
    'Montessori Busy Board|Montessori-Busyboard|Planche Montessori|Tablero Montessori|Tavola Montessori|Montessori activiteitenbord|Montessori Aktivite Tahtası|Painel Montessori|モンテッソーリボード',
  ),
  row(
    'bag',
    33.99,
    'colour',
    'Anti-Theft Sling Bag|Diebstahlsichere Schultertasche|Sac antivol|Bolso antirrobo|Borsa antifurto|Anti-diefstal tas|Hırsızlık Önleyici Çanta|Bolsa antifurto|防犯スリングバッグ',
  ),
  row(
    'bag',
    24.95,
    'colour',
    'Hanging Toiletry Bag|Kulturbeutel zum Aufhängen|Trousse à suspendre|Neceser colgante|Beauty da appendere|Hangende toilettas|Askılı Makyaj Çantası|Necessaire suspensa|吊り下げポーチ',
  ),
  row(
    'phone',
    22.5,
    'none',
    'Car Seat Gap Filler|Autositz-Lückenfüller|Comble-espace de siège|Relleno de asiento|Riempifessura sedile|Autostoel gapvuller|Koltuk Arası Doldurucu|Preenchedor de banco|シートすき間収納',
  ),
  row(
    'gauge',
    47.99,
    'none',
    'Cordless Car Vacuum|Akku-Autostaubsauger|Aspirateur de voiture|Aspirador de coche|Aspirapolvere auto|Draadloze autostofzuiger|Kablosuz Oto Süpürgesi|Aspirador automotivo|カークリーナー',
  ),
  row(
    'lamp',
    26.99,
    'colour',
    'Motion Sensor Stair Light|Treppenlicht mit Sensor|Lampe détecteur d’escalier|Luz de escalera con sensor|Luce scale con sensore|Traplamp met sensor|Sensörlü Merdiven Işığı|Luz de escada com sensor|人感センサーライト',
  ),
  row(
    'plant',
    37.99,
    'none',
    'Indoor Herb Garden|Indoor-Kräutergarten|Potager d’intérieur|Huerto de interior|Orto da interno|Binnen kruidentuin|Ev Tipi Bitki Bahçesi|Horta de interior|室内ハーブガーデン',
  ),
  row(
    'necklace',
    31.99,
    'colour',
    'Projection Photo Necklace|Foto-Projektionskette|Collier photo projection|Collar de proyección|Collana con foto|Fotoprojectie ketting|Fotoğraf Projeksiyonlu Kolye|Colar com foto|写真投影ネックレス',
  ),
]

/** How shops rewrite a supplier's title: most leave it unchanged, the others add sales words. */
export const RETITLES = [
  '{}',
  '{}',
  '{}',
  '{}',
  '{}',
  '{} \u2122',
  '{} \u2013 Premium',
  '2026 {}',
  '{} | {brand}',
  '{} \u{1F525}',
  '{} - 50% OFF',
  'NEW {}',
  '{} | Free Shipping',
  '{brand}\u2122 {}',
  '[HOT SALE] {}',
]

const RENAMED_SHARE = 0.12
const TURNED_SHARE = 0.2
const PICTURES = 3

/**
 * File name of an item's picture in a shop. Most shops keep the supplier's name, some use another
 * of its pictures first, and a few rename the files.
 */
export function dropshipPicture(
  shopKey: number,
  item: number,
  index: number,
): { stem: string; number: number } {
  const turn = fraction(shopKey, 'turned', item) < TURNED_SHARE ? 1 : 0
  const number = (index + turn) % PICTURES
  const isRenamed = fraction(shopKey, 'renamed', item) < RENAMED_SHARE
  const stem = isRenamed
    ? `item-${hash(shopKey, item) % 900}-${number + 1}`
    : `S${hexToken(12, 'supplier', item, number)}`
  return { stem, number }
}

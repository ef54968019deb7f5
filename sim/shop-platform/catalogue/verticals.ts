import { inLanguages, type Language } from './languages.ts'

export type Shape =
  | 'bottle'
  | 'jar'
  | 'candle'
  | 'shirt'
  | 'dress'
  | 'shoe'
  | 'bag'
  | 'ring'
  | 'necklace'
  | 'watch'
  | 'mug'
  | 'lamp'
  | 'chair'
  | 'plant'
  | 'bowl'
  | 'dumbbell'
  | 'mat'
  | 'headphones'
  | 'phone'
  | 'cable'
  | 'book'
  | 'box'
  | 'toy'
  | 'bike'
  | 'tent'
  | 'knife'
  | 'pan'
  | 'brush'
  | 'frame'
  | 'pillow'
  | 'collar'
  | 'gauge'

export type OptionKind =
  | 'size'
  | 'colour'
  | 'scent'
  | 'volume'
  | 'pack'
  | 'shoe-size'
  | 'ring-size'
  | 'format'
  | 'none'

export type ProductNoun = { words: Record<Language, string>; priceUsd: number; shape: Shape }

export type Vertical = {
  id: string
  /** Second words of shop names, by language; English has eight, the others two to four. */
  shopWords: Record<Language, string[]>
  /** What the shop sells, for use in a sentence. */
  field: Record<Language, string>
  options: OptionKind[]
  nouns: ProductNoun[]
}

type NounRow = [Shape, number, string]

function vertical(
  id: string,
  shopWords: string,
  field: string,
  options: OptionKind[],
  rows: NounRow[],
): Vertical {
  const shopWordCells = inLanguages(shopWords)
  return {
    id,
    shopWords: Object.fromEntries(
      Object.entries(shopWordCells).map(([language, cell]) => [language, cell.split(',')]),
    ) as Record<Language, string[]>,
    field: inLanguages(field),
    options,
    nouns: rows.map(([shape, priceUsd, words]) => ({ shape, priceUsd, words: inLanguages(words) })),
  }
}

export const VERTICALS: Vertical[] = [
  vertical(
    'candles',
    'Candles,Wax Works,Wick Co,Glow,Candle House,Lights,Melts,Flame Studio|Kerzen,Kerzenhaus,Lichtwerk,Duftkerzen|Bougies,Maison Bougie,Lueurs|Velas,Casa de Velas,Aromas|Candele,Lumi|Kaarsen,Kaarsenhuis|Mum,Mum Evi|Velas,Casa das Velas|キャンドル,灯り工房',
    'hand-poured candles and home fragrance|handgegossene Kerzen und Raumdüfte|bougies coulées à la main et parfums d’intérieur|velas hechas a mano y fragancias para el hogar|candele artigianali e profumi per la casa|handgemaakte kaarsen en huisparfum|el yapımı mumlar ve ev kokuları|velas artesanais e aromas para casa|手作りキャンドルとルームフレグランス',
    ['scent', 'volume'],
    [
      [
        'candle',
        26,
        'Soy Candle|Sojakerze|Bougie de soja|Vela de soja|Candela di soia|Sojakaars|Soya Mumu|Vela de soja|ソイキャンドル',
      ],
      [
        'candle',
        34,
        'Three-Wick Candle|Dreidocht-Kerze|Bougie trois mèches|Vela de tres mechas|Candela a tre stoppini|Kaars met drie lonten|Üç Fitilli Mum|Vela de três pavios|3芯キャンドル',
      ],
      [
        'jar',
        14,
        'Wax Melts|Duftwachs|Fondants parfumés|Ceras aromáticas|Cere profumate|Waxmelts|Kokulu Wax|Wax melts aromáticos|ワックスメルト',
      ],
      [
        'bottle',
        29,
        'Reed Diffuser|Raumduft mit Stäbchen|Diffuseur à bâtonnets|Difusor de varillas|Diffusore a bastoncini|Geurstokjes|Çubuklu Oda Kokusu|Difusor de varetas|リードディフューザー',
      ],
      [
        'bottle',
        19,
        'Room Spray|Raumspray|Spray d’ambiance|Spray de ambiente|Spray per ambienti|Roomspray|Oda Spreyi|Spray de ambiente|ルームスプレー',
      ],
      [
        'candle',
        18,
        'Pillar Candle|Stumpenkerze|Bougie pilier|Vela pilar|Candela a colonna|Stompkaars|Kolon Mum|Vela pilar|ピラーキャンドル',
      ],
      [
        'box',
        49,
        'Candle Gift Set|Kerzen-Geschenkset|Coffret de bougies|Set de velas|Set regalo candele|Kaarsen cadeauset|Mum Hediye Seti|Kit presente de velas|キャンドルギフトセット',
      ],
      [
        'lamp',
        42,
        'Candle Warmer Lamp|Kerzenwärmer-Lampe|Lampe chauffe-bougie|Lámpara calienta velas|Lampada scalda candele|Kaarsverwarmer|Mum Isıtıcı Lamba|Luminária aquecedora de vela|キャンドルウォーマー',
      ],
    ],
  ),
  vertical(
    'skincare',
    'Skin,Botanics,Derma,Skin Lab,Glow Care,Apothecary,Rituals Co,Bare|Hautpflege,Naturkosmetik,Pflege,Apotheke|Soins,Peau Nette,Cosmétiques|Piel,Cosmética,Botánica|Pelle,Cosmesi|Huidzorg,Puur|Cilt,Doğal Bakım|Pele,Cosméticos|スキンケア,肌研究室',
    'gentle skincare with short ingredient lists|sanfte Hautpflege mit wenigen Zutaten|soins doux aux formules courtes|cuidado suave de la piel con pocos ingredientes|cura della pelle delicata con pochi ingredienti|milde huidverzorging met weinig ingrediënten|az içerikli nazik cilt bakımı|cuidados suaves com poucos ingredientes|やさしい処方のスキンケア',
    ['volume', 'pack'],
    [
      [
        'bottle',
        32,
        'Vitamin C Serum|Vitamin-C-Serum|Sérum vitamine C|Sérum de vitamina C|Siero vitamina C|Vitamine C-serum|C Vitamini Serumu|Sérum de vitamina C|ビタミンC美容液',
      ],
      [
        'jar',
        38,
        'Night Cream|Nachtcreme|Crème de nuit|Crema de noche|Crema notte|Nachtcrème|Gece Kremi|Creme noturno|ナイトクリーム',
      ],
      [
        'bottle',
        22,
        'Foaming Cleanser|Reinigungsschaum|Mousse nettoyante|Espuma limpiadora|Mousse detergente|Reinigingsschuim|Temizleme Köpüğü|Espuma de limpeza|泡洗顔料',
      ],
      [
        'bottle',
        27,
        'Rose Toner|Rosen-Toner|Lotion à la rose|Tónico de rosas|Tonico alla rosa|Rozentoner|Gül Toniği|Tônico de rosas|ローズ化粧水',
      ],
      [
        'jar',
        24,
        'Clay Mask|Tonerde-Maske|Masque à l’argile|Mascarilla de arcilla|Maschera all’argilla|Kleimasker|Kil Maskesi|Máscara de argila|クレイマスク',
      ],
      [
        'bottle',
        30,
        'Mineral Sunscreen|Mineralische Sonnencreme|Crème solaire minérale|Protector solar mineral|Crema solare minerale|Minerale zonnebrand|Mineral Güneş Kremi|Protetor solar mineral|ミネラル日焼け止め',
      ],
      [
        'jar',
        12,
        'Lip Balm|Lippenbalsam|Baume à lèvres|Bálsamo labial|Balsamo labbra|Lippenbalsem|Dudak Balmı|Bálsamo labial|リップバーム',
      ],
      [
        'box',
        59,
        'Starter Routine Set|Pflege-Starterset|Coffret routine|Set de rutina|Set routine|Starterset verzorging|Başlangıç Bakım Seti|Kit rotina inicial|スターターセット',
      ],
    ],
  ),
  vertical(
    'haircare',
    'Hair,Curl Club,Strands,Hair Bar,Roots,Locks,Mane Co,Tress|Haarwerk,Haarpflege,Locken,Haarliebe|Cheveux,Boucles,Capillaire|Cabello,Rizos,Melena|Capelli,Ricci|Haar,Krullen|Saç,Saç Evi|Cabelos,Cachos|ヘア,髪工房',
    'care for curly and coloured hair|Pflege für lockiges und gefärbtes Haar|soins pour cheveux bouclés et colorés|cuidado para cabello rizado y teñido|cura per capelli ricci e colorati|verzorging voor krullend en gekleurd haar|kıvırcık ve boyalı saçlar için bakım|cuidados para cabelos cacheados e coloridos|くせ毛とカラーヘアのケア',
    ['volume', 'scent'],
    [
      [
        'bottle',
        18,
        'Repair Shampoo|Repair-Shampoo|Shampooing réparateur|Champú reparador|Shampoo riparatore|Herstellende shampoo|Onarıcı Şampuan|Shampoo reparador|リペアシャンプー',
      ],
      [
        'bottle',
        19,
        'Silk Conditioner|Seidenspülung|Après-shampooing soie|Acondicionador de seda|Balsamo alla seta|Zijde conditioner|İpek Saç Kremi|Condicionador de seda|シルクコンディショナー',
      ],
      [
        'jar',
        28,
        'Hair Mask|Haarmaske|Masque capillaire|Mascarilla capilar|Maschera per capelli|Haarmasker|Saç Maskesi|Máscara capilar|ヘアマスク',
      ],
      [
        'bottle',
        24,
        'Argan Oil|Arganöl|Huile d’argan|Aceite de argán|Olio di argan|Arganolie|Argan Yağı|Óleo de argan|アルガンオイル',
      ],
      [
        'brush',
        21,
        'Detangling Brush|Entwirrbürste|Brosse démêlante|Cepillo desenredante|Spazzola districante|Ontwarborstel|Tarama Fırçası|Escova desembaraçante|ディタングルブラシ',
      ],
      [
        'pillow',
        33,
        'Satin Pillowcase|Satin-Kissenbezug|Taie en satin|Funda de satén|Federa in raso|Satijnen kussensloop|Saten Yastık Kılıfı|Fronha de cetim|サテン枕カバー',
      ],
      [
        'bottle',
        16,
        'Curl Cream|Lockencreme|Crème boucles|Crema para rizos|Crema ricci|Krullencrème|Bukle Kremi|Creme para cachos|カールクリーム',
      ],
      [
        'brush',
        79,
        'Heatless Curler|Lockenband ohne Hitze|Bigoudi sans chaleur|Rizador sin calor|Arricciacapelli senza calore|Krulset zonder hitte|Isısız Bukle Bandı|Modelador sem calor|巻き髪カーラー',
      ],
    ],
  ),
  vertical(
    'womens-fashion',
    'Boutique,Atelier,Label,Wardrobe,Threads,Studio,Linen Co,The Edit|Mode,Atelier,Kleiderei,Modehaus|Mode,Garde-Robe,Couture|Moda,Vestidor,Tejidos|Moda,Sartoria|Mode,Kledinghuis|Moda,Butik|Moda,Ateliê|ブティック,洋服店',
    'easy pieces in natural fabrics|unkomplizierte Mode aus Naturstoffen|pièces faciles en matières naturelles|prendas cómodas en tejidos naturales|capi facili in tessuti naturali|draagbare mode van natuurlijke stoffen|doğal kumaşlardan rahat parçalar|peças leves em tecidos naturais|天然素材の着やすい服',
    ['size', 'colour'],
    [
      [
        'dress',
        79,
        'Linen Dress|Leinenkleid|Robe en lin|Vestido de lino|Abito di lino|Linnen jurk|Keten Elbise|Vestido de linho|リネンワンピース',
      ],
      [
        'shirt',
        49,
        'Cotton Blouse|Baumwollbluse|Blouse en coton|Blusa de algodón|Camicetta di cotone|Katoenen blouse|Pamuklu Bluz|Blusa de algodão|コットンブラウス',
      ],
      [
        'dress',
        65,
        'Pleated Skirt|Plisseerock|Jupe plissée|Falda plisada|Gonna plissettata|Plooirok|Pileli Etek|Saia plissada|プリーツスカート',
      ],
      [
        'shirt',
        69,
        'Merino Cardigan|Merino-Strickjacke|Gilet en mérinos|Cárdigan de merino|Cardigan in merino|Merino vest|Merino Hırka|Cardigã de merino|メリノカーディガン',
      ],
      [
        'dress',
        59,
        'Wide-Leg Trousers|Weite Hose|Pantalon large|Pantalón ancho|Pantaloni ampi|Wijde broek|Bol Paça Pantolon|Calça pantalona|ワイドパンツ',
      ],
      [
        'shirt',
        32,
        'Ribbed Top|Ripptop|Top côtelé|Top acanalado|Top a coste|Geribde top|Fitilli Üst|Top canelado|リブトップス',
      ],
      [
        'dress',
        119,
        'Wool Coat|Wollmantel|Manteau en laine|Abrigo de lana|Cappotto di lana|Wollen jas|Yün Kaban|Casaco de lã|ウールコート',
      ],
      [
        'bag',
        35,
        'Silk Scarf|Seidentuch|Foulard en soie|Pañuelo de seda|Foulard di seta|Zijden sjaal|İpek Fular|Lenço de seda|シルクスカーフ',
      ],
    ],
  ),
  vertical(
    'menswear',
    'Outfitters,Supply,Gents,Tailors,Menswear,Workwear,Denim Co,Haberdashery|Herrenmode,Schneiderei,Ausrüster,Manufaktur|Homme,Vestiaire,Tailleur|Hombre,Sastrería,Taller|Uomo,Sarti|Heren,Kleermaker|Erkek Giyim,Terzi|Masculino,Alfaiate|紳士服,仕立屋',
    'well-made basics for men|gut gemachte Basics für Männer|basiques bien faits pour hommes|básicos bien hechos para hombre|capi essenziali ben fatti da uomo|goed gemaakte basics voor mannen|erkekler için kaliteli temel parçalar|básicos bem feitos para homens|上質なメンズベーシック',
    ['size', 'colour'],
    [
      [
        'shirt',
        29,
        'Heavyweight T-Shirt|Schweres T-Shirt|T-shirt épais|Camiseta gruesa|T-shirt pesante|Zwaar T-shirt|Kalın Tişört|Camiseta encorpada|ヘビーTシャツ',
      ],
      [
        'shirt',
        65,
        'Oxford Shirt|Oxford-Hemd|Chemise oxford|Camisa oxford|Camicia oxford|Oxford overhemd|Oxford Gömlek|Camisa oxford|オックスフォードシャツ',
      ],
      [
        'dress',
        89,
        'Selvedge Jeans|Selvedge-Jeans|Jean selvedge|Vaqueros selvedge|Jeans cimosati|Selvedge jeans|Selvedge Kot|Jeans selvedge|セルビッジジーンズ',
      ],
      [
        'shirt',
        75,
        'Overshirt|Hemdjacke|Surchemise|Sobrecamisa|Sovracamicia|Overhemdjas|Gömlek Ceket|Sobrecamisa|シャツジャケット',
      ],
      [
        'shirt',
        69,
        'Hoodie|Kapuzenpullover|Sweat à capuche|Sudadera con capucha|Felpa con cappuccio|Hoodie|Kapüşonlu Sweatshirt|Moletom com capuz|パーカー',
      ],
      [
        'bag',
        45,
        'Leather Belt|Ledergürtel|Ceinture en cuir|Cinturón de cuero|Cintura in pelle|Leren riem|Deri Kemer|Cinto de couro|レザーベルト',
      ],
      [
        'box',
        18,
        'Wool Socks|Wollsocken|Chaussettes en laine|Calcetines de lana|Calze di lana|Wollen sokken|Yün Çorap|Meias de lã|ウールソックス',
      ],
      ['shirt', 25, 'Beanie|Strickmütze|Bonnet|Gorro|Berretto|Muts|Bere|Gorro|ニット帽'],
    ],
  ),
  vertical(
    'jewellery',
    'Jewels,Gems,Silver Co,Goldsmiths,Charms,Adorn,Rings,Fine Jewellery|Schmuck,Goldschmiede,Silberwerk,Juwelen|Bijoux,Orfèvre,Joaillerie|Joyas,Platería,Orfebres|Gioielli,Orafi|Sieraden,Juwelier|Takı,Mücevher|Joias,Prata|ジュエリー,宝飾店',
    'everyday jewellery in silver and gold|Schmuck aus Silber und Gold für jeden Tag|bijoux du quotidien en argent et or|joyas de plata y oro para cada día|gioielli quotidiani in argento e oro|dagelijkse sieraden van zilver en goud|gümüş ve altın günlük takılar|joias do dia a dia em prata e ouro|毎日つけるシルバーとゴールド',
    ['ring-size', 'colour'],
    [
      [
        'ring',
        58,
        'Signet Ring|Siegelring|Chevalière|Anillo de sello|Anello con sigillo|Zegelring|Mühür Yüzük|Anel sinete|シグネットリング',
      ],
      [
        'necklace',
        64,
        'Pearl Necklace|Perlenkette|Collier de perles|Collar de perlas|Collana di perle|Parelketting|İnci Kolye|Colar de pérolas|パールネックレス',
      ],
      [
        'ring',
        39,
        'Stacking Ring|Stapelring|Anneau fin|Anillo apilable|Anello sottile|Stapelring|İnce Yüzük|Anel empilhável|重ね付けリング',
      ],
      [
        'necklace',
        49,
        'Moon Pendant|Mond-Anhänger|Pendentif lune|Colgante luna|Ciondolo luna|Maanhanger|Ay Kolye Ucu|Pingente lua|ムーンペンダント',
      ],
      [
        'ring',
        42,
        'Hoop Earrings|Creolen|Créoles|Aros|Orecchini a cerchio|Oorringen|Halka Küpe|Brincos de argola|フープピアス',
      ],
      [
        'ring',
        36,
        'Cuff Bracelet|Armreif|Manchette|Brazalete|Bracciale rigido|Armband|Kelepçe Bilezik|Bracelete|バングル',
      ],
      [
        'necklace',
        72,
        'Birthstone Chain|Geburtsstein-Kette|Chaîne pierre de naissance|Cadena con piedra natal|Catena pietra natale|Geboortesteen ketting|Doğum Taşı Zincir|Corrente pedra natal|誕生石ネックレス',
      ],
      [
        'box',
        34,
        'Travel Jewellery Case|Schmuck-Reiseetui|Écrin de voyage|Joyero de viaje|Portagioie da viaggio|Sieraden reisetui|Seyahat Takı Kutusu|Porta-joias de viagem|ジュエリーケース',
      ],
    ],
  ),
  vertical(
    'watches',
    'Time,Watch Co,Horology,Dials,Chrono,Timepieces,Hours,Movement|Uhren,Zeitwerk,Chronos,Uhrmacher|Montres,Heures,Horloger|Relojes,Tiempo,Horas|Orologi,Tempo|Horloges,Tijd|Saat,Zaman|Relógios,Tempo|時計店,クロノ',
    'mechanical and quartz watches|mechanische und Quarzuhren|montres mécaniques et à quartz|relojes mecánicos y de cuarzo|orologi meccanici e al quarzo|mechanische en kwartshorloges|mekanik ve kuvars saatler|relógios mecânicos e de quartzo|機械式とクオーツの腕時計',
    ['colour'],
    [
      [
        'watch',
        149,
        'Field Watch|Feldwatch|Montre de terrain|Reloj de campo|Orologio da campo|Veldhorloge|Saha Saati|Relógio de campo|フィールドウォッチ',
      ],
      [
        'watch',
        229,
        'Diver Watch|Taucheruhr|Montre de plongée|Reloj de buceo|Orologio subacqueo|Duikhorloge|Dalgıç Saati|Relógio de mergulho|ダイバーズウォッチ',
      ],
      [
        'watch',
        119,
        'Minimal Watch|Minimalistische Uhr|Montre épurée|Reloj minimalista|Orologio minimal|Minimalistisch horloge|Minimal Saat|Relógio minimalista|ミニマルウォッチ',
      ],
      [
        'watch',
        279,
        'Chronograph|Chronograph|Chronographe|Cronógrafo|Cronografo|Chronograaf|Kronograf|Cronógrafo|クロノグラフ',
      ],
      [
        'collar',
        35,
        'Leather Strap|Lederarmband|Bracelet cuir|Correa de cuero|Cinturino in pelle|Leren band|Deri Kordon|Pulseira de couro|レザーストラップ',
      ],
      [
        'collar',
        29,
        'Mesh Strap|Milanaise-Band|Bracelet milanais|Correa de malla|Cinturino maglia|Mesh band|Hasır Kordon|Pulseira de malha|メッシュストラップ',
      ],
      [
        'box',
        89,
        'Watch Winder|Uhrenbeweger|Remontoir|Rotor para relojes|Caricatore automatico|Horlogewinder|Saat Kurma Kutusu|Rotor para relógio|ワインディングマシーン',
      ],
      [
        'box',
        49,
        'Watch Roll|Uhrenrolle|Étui à montres|Estuche enrollable|Rotolo portaorologi|Horlogerol|Saat Rulosu|Estojo rolo|ウォッチロール',
      ],
    ],
  ),
  vertical(
    'pets',
    'Pets,Paws,Tails,Whiskers,Hounds,Pet Supply,Paw House,Fetch|Tierbedarf,Pfoten,Vierbeiner,Fellnasen|Animaux,Pattes,Compagnons|Mascotas,Patitas,Huellas|Animali,Zampe|Dieren,Pootjes|Pati,Evcil|Pets,Patinhas|ペット,肉球堂',
    'gear for dogs and cats|Zubehör für Hunde und Katzen|accessoires pour chiens et chats|accesorios para perros y gatos|accessori per cani e gatti|spullen voor honden en katten|kedi ve köpek ürünleri|produtos para cães e gatos|犬と猫の用品',
    ['size', 'colour'],
    [
      [
        'collar',
        24,
        'Dog Collar|Hundehalsband|Collier pour chien|Collar para perro|Collare per cane|Hondenhalsband|Köpek Tasması|Coleira para cães|犬用首輪',
      ],
      [
        'pillow',
        69,
        'Orthopaedic Dog Bed|Orthopädisches Hundebett|Panier orthopédique|Cama ortopédica para perro|Cuccia ortopedica|Orthopedisch hondenbed|Ortopedik Köpek Yatağı|Cama ortopédica|整形ペットベッド',
      ],
      [
        'bowl',
        19,
        'Slow Feeder Bowl|Anti-Schling-Napf|Gamelle anti-glouton|Comedero lento|Ciotola mangia piano|Anti-schrokbak|Yavaş Besleme Kabı|Comedouro lento|早食い防止ボウル',
      ],
      [
        'toy',
        15,
        'Chew Toy|Kauspielzeug|Jouet à mâcher|Juguete mordedor|Gioco da mordere|Kauwspeeltje|Çiğneme Oyuncağı|Mordedor|噛むおもちゃ',
      ],
      [
        'bag',
        59,
        'Pet Carrier Backpack|Tier-Tragerucksack|Sac à dos de transport|Mochila transportín|Zaino trasportino|Reisrugzak voor dieren|Evcil Hayvan Çantası|Mochila de transporte|ペットリュック',
      ],
      [
        'box',
        45,
        'Cat Tree|Kratzbaum|Arbre à chat|Árbol rascador|Tiragraffi|Krabpaal|Kedi Tırmalama Ağacı|Arranhador|キャットタワー',
      ],
      [
        'collar',
        29,
        'No-Pull Harness|Anti-Zug-Geschirr|Harnais anti-traction|Arnés antitirones|Pettorina antitiro|Anti-trek tuigje|Çekme Önleyici Göğüs Tasması|Peitoral antipuxão|引っ張り防止ハーネス',
      ],
      [
        'bottle',
        22,
        'Walk Water Bottle|Trinkflasche für unterwegs|Gourde de balade|Botella para paseos|Borraccia da passeggio|Drinkfles voor onderweg|Gezi Su Şişesi|Garrafa de passeio|散歩用ボトル',
      ],
    ],
  ),
  vertical(
    'coffee',
    'Coffee,Roasters,Coffee Works,Beans,Brew Co,Roastery,Espresso,Coffee Lab|Kaffee,Rösterei,Kaffeehaus,Bohnen|Café,Torréfaction,Brûlerie|Café,Tostadores,Cafetal|Caffè,Torrefazione|Koffie,Branderij|Kahve,Kavurma|Cafés,Torrefação|珈琲,焙煎所',
    'single-origin coffee roasted in small batches|sortenreiner Kaffee aus kleiner Röstung|cafés de terroir torréfiés en petits lots|café de origen tostado en pequeños lotes|caffè monorigine tostato in piccoli lotti|single origin koffie uit kleine branderij|küçük partilerde kavrulmuş tek kökenli kahve|cafés de origem torrados em pequenos lotes|少量焙煎のシングルオリジン',
    ['pack', 'format'],
    [
      [
        'bag',
        17,
        'Ethiopia Filter Roast|Äthiopien Filterröstung|Éthiopie filtre|Etiopía filtro|Etiopia filtro|Ethiopië filter|Etiyopya Filtre|Etiópia coado|エチオピア 浅煎り',
      ],
      [
        'bag',
        16,
        'House Espresso|Hausespresso|Espresso maison|Espresso de la casa|Espresso della casa|Huisespresso|Ev Espresso|Espresso da casa|ハウスエスプレッソ',
      ],
      [
        'bag',
        18,
        'Decaf Blend|Entkoffeinierte Mischung|Mélange décaféiné|Mezcla descafeinada|Miscela decaffeinata|Cafeïnevrije melange|Kafeinsiz Harman|Blend descafeinado|デカフェブレンド',
      ],
      [
        'mug',
        39,
        'Ceramic Dripper|Keramik-Handfilter|Dripper en céramique|Dripper de cerámica|Dripper in ceramica|Keramische dripper|Seramik Dripper|Coador de cerâmica|陶器ドリッパー',
      ],
      [
        'gauge',
        89,
        'Hand Grinder|Handmühle|Moulin à main|Molinillo manual|Macinino manuale|Handmolen|El Değirmeni|Moedor manual|ハンドミル',
      ],
      [
        'gauge',
        55,
        'Brew Scale|Kaffeewaage|Balance à café|Báscula de café|Bilancia da caffè|Koffieweegschaal|Kahve Terazisi|Balança para café|コーヒースケール',
      ],
      [
        'mug',
        24,
        'Travel Cup|Reisebecher|Tasse de voyage|Taza de viaje|Tazza da viaggio|Reisbeker|Seyahat Bardağı|Copo de viagem|トラベルカップ',
      ],
      [
        'box',
        42,
        'Tasting Box|Probierbox|Coffret dégustation|Caja de cata|Box degustazione|Proefpakket|Tadım Kutusu|Caixa degustação|テイスティングボックス',
      ],
    ],
  ),
  vertical(
    'tea',
    'Tea,Leaf,Tea House,Infusions,Steep,Tea Room,Chai Co,Leaves|Tee,Teehaus,Teekontor,Blattwerk|Thés,Maison de Thé,Infusions|Té,Casa de Té,Infusiones|Tè,Infusi|Thee,Theehuis|Çay,Çay Evi|Chás,Casa de Chá|茶舗,茶房',
    'loose leaf tea and herbal infusions|losen Tee und Kräutermischungen|thés en vrac et tisanes|té en hojas e infusiones|tè in foglia e tisane|losse thee en kruidenthee|dökme çay ve bitki çayları|chás em folhas e infusões|茶葉とハーブティー',
    ['pack', 'volume'],
    [
      [
        'jar',
        14,
        'Earl Grey|Earl Grey|Earl Grey|Earl Grey|Earl Grey|Earl Grey|Bergamotlu Çay|Earl Grey|アールグレイ',
      ],
      [
        'jar',
        24,
        'Ceremonial Matcha|Zeremonie-Matcha|Matcha cérémonie|Matcha ceremonial|Matcha cerimoniale|Ceremoniële matcha|Törensel Matcha|Matcha cerimonial|儀式用抹茶',
      ],
      [
        'jar',
        12,
        'Peppermint Infusion|Pfefferminztee|Infusion menthe|Infusión de menta|Infuso alla menta|Pepermuntthee|Nane Çayı|Infusão de hortelã|ペパーミント',
      ],
      [
        'jar',
        16,
        'Jasmine Pearls|Jasminperlen|Perles de jasmin|Perlas de jazmín|Perle di gelsomino|Jasmijnparels|Yasemin İncileri|Pérolas de jasmim|ジャスミン茶',
      ],
      [
        'jar',
        15,
        'Rooibos Vanilla|Rooibos Vanille|Rooibos vanille|Rooibos vainilla|Rooibos vaniglia|Rooibos vanille|Vanilyalı Rooibos|Rooibos baunilha|ルイボスバニラ',
      ],
      [
        'mug',
        36,
        'Glass Teapot|Glas-Teekanne|Théière en verre|Tetera de cristal|Teiera di vetro|Glazen theepot|Cam Demlik|Bule de vidro|ガラス急須',
      ],
      [
        'bowl',
        28,
        'Matcha Bowl|Matcha-Schale|Bol à matcha|Cuenco de matcha|Ciotola matcha|Matchakom|Matcha Kasesi|Tigela de matcha|抹茶碗',
      ],
      [
        'box',
        39,
        'Tea Sampler|Tee-Probierset|Coffret découverte|Surtido de tés|Assaggio di tè|Thee proefset|Çay Tadım Seti|Kit degustação de chás|お茶の詰め合わせ',
      ],
    ],
  ),
  vertical(
    'kitchen',
    'Kitchen,Cookware,Pantry,Table Co,Homewares,Chef Supply,Hearth,Larder|Küche,Kochgeschirr,Herdwerk,Tafel|Cuisine,Arts de la Table,Fourneaux|Cocina,Menaje,Fogón|Cucina,Casalinghi|Keuken,Kookwinkel|Mutfak,Sofra|Cozinha,Mesa Posta|台所道具,キッチン',
    'tools for people who cook every day|Werkzeug für alle, die täglich kochen|ustensiles pour cuisiner chaque jour|utensilios para cocinar cada día|utensili per chi cucina ogni giorno|gereedschap voor wie elke dag kookt|her gün yemek yapanlar için gereçler|utensílios para quem cozinha todo dia|毎日料理する人の道具',
    ['colour', 'volume'],
    [
      [
        'pan',
        69,
        'Carbon Steel Pan|Eisenpfanne|Poêle en acier|Sartén de acero|Padella in acciaio|Plaatstalen pan|Karbon Çelik Tava|Frigideira de aço carbono|鉄フライパン',
      ],
      [
        'knife',
        95,
        'Chef Knife|Kochmesser|Couteau de chef|Cuchillo de chef|Coltello da chef|Koksmes|Şef Bıçağı|Faca do chef|牛刀包丁',
      ],
      [
        'frame',
        45,
        'End-Grain Board|Stirnholzbrett|Planche en bois debout|Tabla de corte|Tagliere in legno|Kopshouten plank|Kesme Tahtası|Tábua de corte|まな板',
      ],
      [
        'pan',
        129,
        'Dutch Oven|Gusseisentopf|Cocotte en fonte|Olla de hierro|Pentola in ghisa|Gietijzeren braadpan|Döküm Tencere|Panela de ferro|鋳物ホーロー鍋',
      ],
      [
        'bowl',
        38,
        'Mixing Bowl Set|Rührschüssel-Set|Saladiers gigognes|Juego de cuencos|Set di ciotole|Mengkommenset|Karıştırma Kabı Seti|Conjunto de tigelas|ボウルセット',
      ],
      [
        'gauge',
        29,
        'Digital Thermometer|Digitalthermometer|Thermomètre digital|Termómetro digital|Termometro digitale|Digitale thermometer|Dijital Termometre|Termômetro digital|デジタル温度計',
      ],
      [
        'jar',
        22,
        'Spice Jar Set|Gewürzgläser-Set|Bocaux à épices|Especieros|Barattoli per spezie|Kruidenpotjes set|Baharat Kavanoz Seti|Potes de tempero|スパイスジャーセット',
      ],
      [
        'mug',
        18,
        'Stoneware Mug|Steingutbecher|Mug en grès|Taza de gres|Tazza in gres|Aardewerk mok|Seramik Kupa|Caneca de cerâmica|陶器マグ',
      ],
    ],
  ),
  vertical(
    'home-decor',
    'Home,Interiors,Living,Decor,Rooms,Dwell Co,Nest,House|Wohnen,Zuhause,Wohndeko,Stube|Maison,Décoration,Intérieurs|Hogar,Deco,Casa|Casa,Arredi|Wonen,Thuis|Ev,Dekor|Casa,Decoração|暮らし,インテリア',
    'quiet objects for warm rooms|ruhige Dinge für warme Räume|objets calmes pour intérieurs chaleureux|objetos serenos para casas cálidas|oggetti calmi per stanze calde|rustige spullen voor warme kamers|sıcak odalar için sade objeler|objetos serenos para casas aconchegantes|あたたかい部屋の静かな道具',
    ['colour', 'size'],
    [
      [
        'lamp',
        85,
        'Table Lamp|Tischlampe|Lampe de table|Lámpara de mesa|Lampada da tavolo|Tafellamp|Masa Lambası|Luminária de mesa|テーブルランプ',
      ],
      [
        'bottle',
        38,
        'Ceramic Vase|Keramikvase|Vase en céramique|Jarrón de cerámica|Vaso in ceramica|Keramische vaas|Seramik Vazo|Vaso de cerâmica|陶器の花瓶',
      ],
      [
        'pillow',
        32,
        'Linen Cushion|Leinenkissen|Coussin en lin|Cojín de lino|Cuscino di lino|Linnen kussen|Keten Kırlent|Almofada de linho|リネンクッション',
      ],
      [
        'mat',
        119,
        'Wool Rug|Wollteppich|Tapis en laine|Alfombra de lana|Tappeto di lana|Wollen kleed|Yün Halı|Tapete de lã|ウールラグ',
      ],
      [
        'frame',
        45,
        'Art Print|Kunstdruck|Affiche d’art|Lámina artística|Stampa artistica|Kunstprint|Sanat Baskısı|Gravura|アートプリント',
      ],
      [
        'frame',
        65,
        'Round Mirror|Runder Spiegel|Miroir rond|Espejo redondo|Specchio tondo|Ronde spiegel|Yuvarlak Ayna|Espelho redondo|丸い鏡',
      ],
      [
        'pillow',
        75,
        'Throw Blanket|Wohndecke|Plaid|Manta|Plaid|Plaid|Koltuk Şalı|Manta|ブランケット',
      ],
      [
        'box',
        29,
        'Storage Basket|Aufbewahrungskorb|Panier de rangement|Cesta organizadora|Cesto contenitore|Opbergmand|Saklama Sepeti|Cesto organizador|収納かご',
      ],
    ],
  ),
  vertical(
    'plants',
    'Plants,Greenhouse,Botanic,Garden,Leafery,Green Room,Seeds,Nursery|Pflanzen,Gärtnerei,Gewächshaus,Grünzeug|Plantes,Jardin,Pépinière|Plantas,Vivero,Jardín|Piante,Vivaio|Planten,Kwekerij|Bitki,Sera|Plantas,Jardim|植物店,緑園',
    'house plants and all they need|Zimmerpflanzen und alles, was sie brauchen|plantes d’intérieur et tout le nécessaire|plantas de interior y todo lo que necesitan|piante da interno e tutto il necessario|kamerplanten en alles eromheen|ev bitkileri ve ihtiyaçları|plantas de interior e tudo o que precisam|観葉植物と道具',
    ['size', 'pack'],
    [
      [
        'plant',
        29,
        'Monstera|Monstera|Monstera|Monstera|Monstera|Monstera|Deve Tabanı|Monstera|モンステラ',
      ],
      [
        'plant',
        24,
        'Snake Plant|Bogenhanf|Sansevière|Sansevieria|Sansevieria|Vrouwentong|Paşa Kılıcı|Espada-de-são-jorge|サンスベリア',
      ],
      [
        'plant',
        35,
        'Olive Tree|Olivenbaum|Olivier|Olivo|Olivo|Olijfboom|Zeytin Ağacı|Oliveira|オリーブの木',
      ],
      [
        'bowl',
        26,
        'Terracotta Pot|Terrakotta-Topf|Pot en terre cuite|Maceta de terracota|Vaso di terracotta|Terracotta pot|Terakota Saksı|Vaso de terracota|素焼き鉢',
      ],
      [
        'bag',
        12,
        'Potting Mix|Blumenerde|Terreau|Sustrato|Terriccio|Potgrond|Saksı Toprağı|Substrato|培養土',
      ],
      [
        'bottle',
        34,
        'Watering Can|Gießkanne|Arrosoir|Regadera|Annaffiatoio|Gieter|Sulama Kabı|Regador|じょうろ',
      ],
      [
        'lamp',
        45,
        'Grow Light|Pflanzenlampe|Lampe de croissance|Luz de cultivo|Lampada per piante|Kweeklamp|Bitki Lambası|Luz de cultivo|育成ライト',
      ],
      [
        'box',
        19,
        'Herb Seed Kit|Kräuter-Samenset|Kit de graines|Kit de semillas|Kit di semi|Kruidenzaad kit|Tohum Seti|Kit de sementes|ハーブ栽培セット',
      ],
    ],
  ),
  vertical(
    'fitness',
    'Fit,Strength,Athletics,Gym Co,Training,Motion,Lift,Active|Fitness,Kraftwerk,Training,Sport|Fitness,Mouvement,Athlé|Fitness,Fuerza,Entreno|Fitness,Palestra|Fitness,Kracht|Fitness,Spor|Fitness,Treino|フィットネス,体力堂',
    'home training gear that lasts|langlebiges Trainingsgerät für zu Hause|matériel d’entraînement durable|equipo de entrenamiento duradero|attrezzi per allenarsi a casa|duurzaam trainingsmateriaal|evde dayanıklı spor ekipmanları|equipamentos de treino duráveis|長く使えるトレーニング用品',
    ['colour', 'pack'],
    [
      [
        'dumbbell',
        119,
        'Adjustable Dumbbell|Verstellbare Hantel|Haltère réglable|Mancuerna ajustable|Manubrio regolabile|Verstelbare dumbbell|Ayarlanabilir Dambıl|Halter ajustável|可変式ダンベル',
      ],
      [
        'mat',
        45,
        'Yoga Mat|Yogamatte|Tapis de yoga|Esterilla de yoga|Tappetino yoga|Yogamat|Yoga Matı|Tapete de yoga|ヨガマット',
      ],
      [
        'collar',
        24,
        'Resistance Bands|Widerstandsbänder|Bandes élastiques|Bandas elásticas|Bande elastiche|Weerstandsbanden|Direnç Bandı|Faixas elásticas|トレーニングバンド',
      ],
      [
        'bowl',
        39,
        'Kettlebell|Kettlebell|Kettlebell|Kettlebell|Kettlebell|Kettlebell|Kettlebell|Kettlebell|ケトルベル',
      ],
      [
        'collar',
        18,
        'Jump Rope|Springseil|Corde à sauter|Cuerda de saltar|Corda per saltare|Springtouw|Atlama İpi|Corda de pular|縄跳び',
      ],
      [
        'bottle',
        26,
        'Shaker Bottle|Shaker|Shaker|Botella mezcladora|Shaker|Shakebeker|Shaker|Coqueteleira|シェイカー',
      ],
      [
        'mat',
        32,
        'Foam Roller|Faszienrolle|Rouleau de massage|Rodillo de espuma|Rullo massaggiante|Foamroller|Köpük Rulo|Rolo de massagem|フォームローラー',
      ],
      [
        'gauge',
        99,
        'Massage Gun|Massagepistole|Pistolet de massage|Pistola de masaje|Pistola massaggiante|Massagepistool|Masaj Tabancası|Pistola de massagem|マッサージガン',
      ],
    ],
  ),
  vertical(
    'outdoor',
    'Outdoor,Trail,Camp Co,Summit,Expedition,Wild,Ridge,Field Gear|Outdoor,Wanderwerk,Bergzeug,Lagerfeuer|Outdoor,Bivouac,Sentiers|Aventura,Senda,Campamento|Outdoor,Sentieri|Outdoor,Kampeer|Kamp,Doğa|Aventura,Trilha|アウトドア,山道具',
    'light gear for long walks|leichte Ausrüstung für weite Wege|équipement léger pour longues marches|equipo ligero para largas rutas|attrezzatura leggera per lunghi cammini|lichte uitrusting voor lange tochten|uzun yürüyüşler için hafif ekipman|equipamento leve para longas trilhas|軽い山道具',
    ['colour', 'size'],
    [
      [
        'tent',
        249,
        'Two-Person Tent|Zwei-Personen-Zelt|Tente deux places|Tienda para dos|Tenda due posti|Tweepersoonstent|İki Kişilik Çadır|Barraca para dois|二人用テント',
      ],
      [
        'pillow',
        139,
        'Down Sleeping Bag|Daunenschlafsack|Sac de couchage duvet|Saco de plumas|Sacco a pelo in piuma|Donzen slaapzak|Kaz Tüyü Uyku Tulumu|Saco de dormir|ダウンシュラフ',
      ],
      [
        'bag',
        129,
        'Trekking Backpack|Trekkingrucksack|Sac à dos de trek|Mochila de trekking|Zaino da trekking|Trekkingrugzak|Dağcı Çantası|Mochila de trekking|登山リュック',
      ],
      [
        'lamp',
        35,
        'Head Torch|Stirnlampe|Lampe frontale|Linterna frontal|Torcia frontale|Hoofdlamp|Kafa Lambası|Lanterna de cabeça|ヘッドライト',
      ],
      [
        'pan',
        49,
        'Camp Stove|Campingkocher|Réchaud|Hornillo|Fornello|Campingbrander|Kamp Ocağı|Fogareiro|キャンプストーブ',
      ],
      [
        'knife',
        39,
        'Pocket Knife|Taschenmesser|Couteau de poche|Navaja|Coltellino|Zakmes|Çakı|Canivete|折りたたみナイフ',
      ],
      [
        'chair',
        59,
        'Folding Chair|Faltstuhl|Chaise pliante|Silla plegable|Sedia pieghevole|Vouwstoel|Katlanır Sandalye|Cadeira dobrável|折りたたみ椅子',
      ],
      [
        'bottle',
        29,
        'Insulated Flask|Isolierflasche|Gourde isotherme|Botella térmica|Borraccia termica|Thermosfles|Termos|Garrafa térmica|真空ボトル',
      ],
    ],
  ),
  vertical(
    'cycling',
    'Cycles,Velo,Spokes,Bike Co,Pedal,Cycling,Gravel,Wheels|Rad,Fahrradladen,Speiche,Velowerk|Vélos,Cyclo,Rayons|Ciclos,Bici,Pedales|Cicli,Bici|Fietsen,Wielen|Bisiklet,Pedal|Bikes,Pedal|自転車,輪店',
    'parts and clothing for riding|Teile und Kleidung fürs Rad|pièces et vêtements pour le vélo|piezas y ropa para la bici|parti e abbigliamento per la bici|onderdelen en kleding voor de fiets|bisiklet parça ve giysileri|peças e roupas para pedalar|自転車の部品とウェア',
    ['size', 'colour'],
    [
      [
        'bike',
        899,
        'Gravel Bike|Gravelbike|Vélo gravel|Bici gravel|Bici gravel|Gravelbike|Gravel Bisiklet|Bicicleta gravel|グラベルバイク',
      ],
      [
        'shirt',
        85,
        'Merino Jersey|Merino-Trikot|Maillot mérinos|Maillot merino|Maglia merino|Merino shirt|Merino Forma|Camisa merino|メリノジャージ',
      ],
      [
        'lamp',
        45,
        'Front Light|Frontlicht|Éclairage avant|Luz delantera|Luce anteriore|Voorlicht|Ön Far|Luz dianteira|フロントライト',
      ],
      [
        'bag',
        65,
        'Frame Bag|Rahmentasche|Sacoche de cadre|Bolsa de cuadro|Borsa da telaio|Frametas|Kadro Çantası|Bolsa de quadro|フレームバッグ',
      ],
      ['bowl', 79, 'Helmet|Helm|Casque|Casco|Casco|Helm|Kask|Capacete|ヘルメット'],
      [
        'gauge',
        39,
        'Floor Pump|Standpumpe|Pompe à pied|Bomba de pie|Pompa a pavimento|Vloerpomp|Ayaklı Pompa|Bomba de chão|フロアポンプ',
      ],
      [
        'collar',
        32,
        'Bar Tape|Lenkerband|Guidoline|Cinta de manillar|Nastro manubrio|Stuurlint|Gidon Bandı|Fita de guidão|バーテープ',
      ],
      [
        'box',
        28,
        'Repair Kit|Flickset|Kit de réparation|Kit de reparación|Kit riparazione|Reparatieset|Tamir Kiti|Kit reparo|修理キット',
      ],
    ],
  ),
  vertical(
    'baby',
    'Baby,Little Ones,Nursery Co,Cradle,Tiny,Babywear,Cub,Moon Baby|Baby,Kinderstube,Wiege,Kleinkind|Bébé,Berceau,Doudou|Bebé,Cuna,Peques|Bimbi,Culla|Baby,Wiegje|Bebek,Minik|Bebê,Ninar|ベビー,こども舎',
    'soft things for the first years|weiche Dinge für die ersten Jahre|douceurs pour les premières années|cosas suaves para los primeros años|cose morbide per i primi anni|zachte spullen voor de eerste jaren|ilk yıllar için yumuşak ürünler|coisinhas macias para os primeiros anos|はじめての数年のために',
    ['size', 'colour'],
    [
      [
        'shirt',
        28,
        'Organic Bodysuit|Bio-Body|Body bio|Body orgánico|Body bio|Biologische romper|Organik Zıbın|Body orgânico|オーガニックロンパース',
      ],
      [
        'pillow',
        39,
        'Swaddle Blanket|Pucktuch|Lange d’emmaillotage|Muselina|Mussola|Inbakerdoek|Kundak Battaniyesi|Manta swaddle|おくるみ',
      ],
      [
        'toy',
        22,
        'Wooden Rattle|Holzrassel|Hochet en bois|Sonajero de madera|Sonaglio in legno|Houten rammelaar|Ahşap Çıngırak|Chocalho de madeira|木のガラガラ',
      ],
      [
        'toy',
        34,
        'Plush Bunny|Plüschhase|Lapin en peluche|Conejo de peluche|Coniglio di peluche|Knuffelkonijn|Peluş Tavşan|Coelho de pelúcia|うさぎのぬいぐるみ',
      ],
      [
        'bottle',
        19,
        'Glass Bottle|Glasfläschchen|Biberon en verre|Biberón de vidrio|Biberon in vetro|Glazen fles|Cam Biberon|Mamadeira de vidro|ガラス哺乳瓶',
      ],
      [
        'bag',
        89,
        'Changing Backpack|Wickelrucksack|Sac à langer|Mochila cambiador|Zaino fasciatoio|Luierrugzak|Bebek Bakım Çantası|Mochila maternidade|マザーズリュック',
      ],
      [
        'lamp',
        42,
        'Night Light|Nachtlicht|Veilleuse|Luz nocturna|Luce notturna|Nachtlampje|Gece Lambası|Luz noturna|ナイトライト',
      ],
      [
        'bowl',
        24,
        'Silicone Feeding Set|Silikon-Essset|Set repas silicone|Set de comida|Set pappa silicone|Siliconen eetset|Silikon Mama Seti|Kit alimentação|シリコン食器セット',
      ],
    ],
  ),
  vertical(
    'toys',
    'Toys,Play,Playroom,Toybox,Games,Play Co,Puzzle House,Wonder|Spielzeug,Spielkiste,Spielwelt,Rätsel|Jouets,Jeux,Malle à Jouets|Juguetes,Juegos,Ludoteca|Giochi,Giocattoli|Speelgoed,Speelkist|Oyuncak,Oyun|Brinquedos,Brincar|おもちゃ,玩具店',
    'toys that outlive a birthday|Spielzeug, das den Geburtstag überlebt|des jouets qui durent|juguetes que duran|giocattoli che durano|speelgoed dat lang meegaat|uzun ömürlü oyuncaklar|brinquedos que duram|長く遊べるおもちゃ',
    ['colour', 'pack'],
    [
      [
        'toy',
        49,
        'Wooden Train|Holzeisenbahn|Train en bois|Tren de madera|Trenino di legno|Houten trein|Ahşap Tren|Trem de madeira|木製の汽車',
      ],
      [
        'box',
        29,
        'Jigsaw Puzzle|Puzzle|Puzzle|Rompecabezas|Puzzle|Legpuzzel|Yapboz|Quebra-cabeça|ジグソーパズル',
      ],
      [
        'box',
        45,
        'Magnetic Tiles|Magnetbausteine|Tuiles magnétiques|Bloques magnéticos|Blocchi magnetici|Magnetische tegels|Manyetik Bloklar|Blocos magnéticos|マグネットブロック',
      ],
      [
        'toy',
        25,
        'Plush Fox|Plüschfuchs|Renard en peluche|Zorro de peluche|Volpe di peluche|Knuffelvos|Peluş Tilki|Raposa de pelúcia|きつねのぬいぐるみ',
      ],
      [
        'box',
        39,
        'Board Game|Brettspiel|Jeu de société|Juego de mesa|Gioco da tavolo|Bordspel|Kutu Oyunu|Jogo de tabuleiro|ボードゲーム',
      ],
      [
        'bike',
        119,
        'Balance Bike|Laufrad|Draisienne|Bici sin pedales|Bici senza pedali|Loopfiets|Denge Bisikleti|Bicicleta de equilíbrio|バランスバイク',
      ],
      [
        'frame',
        22,
        'Drawing Set|Malset|Coffret de dessin|Set de dibujo|Set da disegno|Tekenset|Çizim Seti|Kit de desenho|お絵かきセット',
      ],
      [
        'tent',
        59,
        'Play Tent|Spielzelt|Tipi de jeu|Tienda de juego|Tenda gioco|Speeltent|Oyun Çadırı|Tenda de brincar|プレイテント',
      ],
    ],
  ),
  vertical(
    'phone-accessories',
    'Cases,Mobile,Gadget Co,Charge,Tech,Devices,Gear,Case Studio|Handyhüllen,Zubehör,Technik,Ladewerk|Coques,Mobile,Accessoires|Fundas,Móvil,Accesorios|Cover,Accessori|Hoesjes,Mobiel|Kılıf,Aksesuar|Capinhas,Acessórios|スマホ雑貨,ガジェット',
    'cases, chargers and small tech|Hüllen, Ladegeräte und kleine Technik|coques, chargeurs et petite tech|fundas, cargadores y pequeña tecnología|cover, caricatori e piccola tecnologia|hoesjes, laders en kleine techniek|kılıf, şarj aleti ve küçük teknoloji|capas, carregadores e pequena tecnologia|ケースと充電器と小さな道具',
    ['colour', 'format'],
    [
      [
        'phone',
        24,
        'Clear Phone Case|Transparente Hülle|Coque transparente|Funda transparente|Cover trasparente|Doorzichtig hoesje|Şeffaf Kılıf|Capinha transparente|クリアケース',
      ],
      [
        'phone',
        35,
        'MagSnap Case|MagSnap-Hülle|Coque MagSnap|Funda MagSnap|Cover MagSnap|MagSnap hoesje|MagSnap Kılıf|Capa MagSnap|MagSnapケース',
      ],
      [
        'cable',
        39,
        'Wireless Charger|Kabelloses Ladegerät|Chargeur sans fil|Cargador inalámbrico|Caricatore wireless|Draadloze lader|Kablosuz Şarj|Carregador sem fio|ワイヤレス充電器',
      ],
      [
        'phone',
        45,
        'Power Bank|Powerbank|Batterie externe|Batería externa|Batteria esterna|Powerbank|Powerbank|Bateria portátil|モバイルバッテリー',
      ],
      [
        'cable',
        15,
        'Braided Cable|Geflochtenes Kabel|Câble tressé|Cable trenzado|Cavo intrecciato|Gevlochten kabel|Örgü Kablo|Cabo trançado|編み込みケーブル',
      ],
      [
        'phone',
        18,
        'Screen Protector|Displayschutz|Protection d’écran|Protector de pantalla|Pellicola protettiva|Schermbeschermer|Ekran Koruyucu|Película protetora|保護フィルム',
      ],
      [
        'phone',
        29,
        'Desk Stand|Tischständer|Support de bureau|Soporte de mesa|Supporto da tavolo|Bureaustandaard|Masa Standı|Suporte de mesa|卓上スタンド',
      ],
      [
        'headphones',
        59,
        'Wireless Earbuds|Kabellose Ohrhörer|Écouteurs sans fil|Auriculares inalámbricos|Auricolari wireless|Draadloze oordopjes|Kablosuz Kulaklık|Fones sem fio|ワイヤレスイヤホン',
      ],
    ],
  ),
  vertical(
    'audio',
    'Audio,Sound,Acoustics,Hi-Fi,Records,Vinyl,Sonic,Listening Co|Klang,Audio,Hörwerk,Schallplatten|Son,Acoustique,Vinyles|Sonido,Audio,Vinilos|Suono,Audio|Geluid,Audio|Ses,Akustik|Som,Áudio|音響,オーディオ',
    'headphones, speakers and records|Kopfhörer, Lautsprecher und Platten|casques, enceintes et vinyles|auriculares, altavoces y vinilos|cuffie, casse e vinili|koptelefoons, speakers en platen|kulaklık, hoparlör ve plak|fones, caixas e discos|ヘッドホンとスピーカー',
    ['colour'],
    [
      [
        'headphones',
        149,
        'Over-Ear Headphones|Over-Ear-Kopfhörer|Casque circum-aural|Auriculares circumaurales|Cuffie over-ear|Over-ear koptelefoon|Kulaküstü Kulaklık|Fone over-ear|オーバーイヤーヘッドホン',
      ],
      [
        'box',
        199,
        'Bookshelf Speakers|Regallautsprecher|Enceintes bibliothèque|Altavoces de estante|Casse da scaffale|Boekenplankspeakers|Raf Hoparlörü|Caixas bookshelf|ブックシェルフスピーカー',
      ],
      [
        'box',
        89,
        'Portable Speaker|Tragbarer Lautsprecher|Enceinte portable|Altavoz portátil|Cassa portatile|Draagbare speaker|Taşınabilir Hoparlör|Caixa portátil|ポータブルスピーカー',
      ],
      [
        'frame',
        249,
        'Record Player|Plattenspieler|Platine vinyle|Tocadiscos|Giradischi|Platenspeler|Pikap|Toca-discos|レコードプレーヤー',
      ],
      [
        'gauge',
        129,
        'USB Microphone|USB-Mikrofon|Micro USB|Micrófono USB|Microfono USB|USB-microfoon|USB Mikrofon|Microfone USB|USBマイク',
      ],
      [
        'cable',
        25,
        'Audio Cable|Audiokabel|Câble audio|Cable de audio|Cavo audio|Audiokabel|Ses Kablosu|Cabo de áudio|オーディオケーブル',
      ],
      [
        'gauge',
        179,
        'Headphone Amplifier|Kopfhörerverstärker|Ampli casque|Amplificador de auriculares|Amplificatore cuffie|Koptelefoonversterker|Kulaklık Amfisi|Amplificador de fones|ヘッドホンアンプ',
      ],
      [
        'frame',
        29,
        'Record Stand|Plattenständer|Support à vinyles|Soporte de vinilos|Portavinili|Platenstandaard|Plak Standı|Suporte de discos|レコードスタンド',
      ],
    ],
  ),
  vertical(
    'books-stationery',
    'Paper,Press,Stationery,Books,Ink,Notebook Co,Paper Goods,Bindery|Papier,Schreibwaren,Buchhandlung,Tinte|Papeterie,Librairie,Encres|Papelería,Librería,Tintas|Carta,Cartoleria|Papier,Boekhandel|Kırtasiye,Kağıt|Papelaria,Livraria|文具店,紙の店',
    'notebooks, pens and small editions|Notizbücher, Stifte und kleine Auflagen|carnets, stylos et petites éditions|cuadernos, plumas y pequeñas ediciones|quaderni, penne e piccole edizioni|notitieboeken, pennen en kleine oplagen|defter, kalem ve küçük baskılar|cadernos, canetas e pequenas edições|ノートと筆記具',
    ['colour', 'format'],
    [
      [
        'book',
        19,
        'Dotted Notebook|Punktraster-Notizbuch|Carnet pointillé|Cuaderno punteado|Quaderno puntinato|Bulletnotitieboek|Noktalı Defter|Caderno pontilhado|ドット方眼ノート',
      ],
      [
        'brush',
        45,
        'Fountain Pen|Füllfederhalter|Stylo-plume|Pluma estilográfica|Penna stilografica|Vulpen|Dolma Kalem|Caneta-tinteiro|万年筆',
      ],
      [
        'bottle',
        18,
        'Bottled Ink|Tintenglas|Flacon d’encre|Frasco de tinta|Boccetta di inchiostro|Inktpot|Şişe Mürekkep|Frasco de tinta|ボトルインク',
      ],
      [
        'book',
        29,
        'Weekly Planner|Wochenplaner|Agenda hebdomadaire|Agenda semanal|Agenda settimanale|Weekplanner|Haftalık Ajanda|Agenda semanal|週間手帳',
      ],
      [
        'box',
        15,
        'Letter Set|Briefset|Set de correspondance|Juego de cartas|Set da lettere|Brievenset|Mektup Seti|Kit de cartas|レターセット',
      ],
      [
        'frame',
        12,
        'Washi Tape Set|Washi-Tape-Set|Lot de washi tape|Set de washi tape|Set washi tape|Washi tape set|Washi Bant Seti|Kit washi tape|マスキングテープ',
      ],
      [
        'book',
        24,
        'Illustrated Edition|Illustrierte Ausgabe|Édition illustrée|Edición ilustrada|Edizione illustrata|Geïllustreerde uitgave|Resimli Baskı|Edição ilustrada|挿絵本',
      ],
      [
        'bag',
        35,
        'Leather Pen Case|Leder-Stifteetui|Trousse en cuir|Estuche de cuero|Astuccio in pelle|Leren pennenetui|Deri Kalemlik|Estojo de couro|革のペンケース',
      ],
    ],
  ),
  vertical(
    'shoes',
    'Shoes,Soles,Footwear,Sneakers,Stride,Boots,Walk Co,Steps|Schuhe,Schuhwerk,Sohle,Laufgut|Chaussures,Souliers,Pas|Zapatos,Calzado,Pasos|Scarpe,Calzature|Schoenen,Stap|Ayakkabı,Adım|Calçados,Passos|靴店,あしもと',
    'shoes made to be repaired|Schuhe, die man reparieren kann|chaussures faites pour être réparées|zapatos hechos para repararse|scarpe fatte per essere riparate|schoenen om te repareren|tamir edilebilir ayakkabılar|calçados feitos para durar|直して履ける靴',
    ['shoe-size', 'colour'],
    [
      [
        'shoe',
        95,
        'Canvas Sneaker|Canvas-Sneaker|Basket en toile|Zapatilla de lona|Sneaker in tela|Canvas sneaker|Kanvas Sneaker|Tênis de lona|キャンバススニーカー',
      ],
      [
        'shoe',
        159,
        'Chelsea Boot|Chelsea-Boot|Bottine chelsea|Botín chelsea|Stivaletto chelsea|Chelsea laars|Chelsea Bot|Bota chelsea|サイドゴアブーツ',
      ],
      [
        'shoe',
        129,
        'Running Shoe|Laufschuh|Chaussure de course|Zapatilla de correr|Scarpa da corsa|Hardloopschoen|Koşu Ayakkabısı|Tênis de corrida|ランニングシューズ',
      ],
      [
        'shoe',
        69,
        'Leather Sandal|Ledersandale|Sandale en cuir|Sandalia de cuero|Sandalo in pelle|Leren sandaal|Deri Sandalet|Sandália de couro|レザーサンダル',
      ],
      ['shoe', 119, 'Loafer|Loafer|Mocassin|Mocasín|Mocassino|Loafer|Loafer|Mocassim|ローファー'],
      [
        'shoe',
        49,
        'Wool Slipper|Wollpantoffel|Chausson en laine|Zapatilla de lana|Pantofola di lana|Wollen pantoffel|Yün Terlik|Pantufa de lã|ウールスリッパ',
      ],
      [
        'jar',
        14,
        'Shoe Care Cream|Schuhcreme|Crème pour cuir|Crema para calzado|Crema per scarpe|Schoencrème|Ayakkabı Kremi|Creme para couro|靴クリーム',
      ],
      [
        'box',
        19,
        'Cedar Shoe Trees|Schuhspanner aus Zeder|Embauchoirs en cèdre|Hormas de cedro|Tendiscarpe in cedro|Cederhouten spanners|Sedir Ayakkabı Kalıbı|Formas de cedro|シューキーパー',
      ],
    ],
  ),
  vertical(
    'bags',
    'Bags,Leather,Carry,Luggage,Satchel Co,Totes,Travel Goods,Pack|Taschen,Lederwaren,Gepäck,Täschner|Sacs,Maroquinerie,Bagages|Bolsos,Marroquinería,Equipaje|Borse,Pelletteria|Tassen,Leerwerk|Çanta,Deri|Bolsas,Couro|鞄店,革工房',
    'bags for work and travel|Taschen für Arbeit und Reise|sacs pour le travail et le voyage|bolsos para el trabajo y los viajes|borse per lavoro e viaggio|tassen voor werk en reis|iş ve seyahat çantaları|bolsas para trabalho e viagem|仕事と旅の鞄',
    ['colour'],
    [
      [
        'bag',
        139,
        'Leather Tote|Ledershopper|Cabas en cuir|Tote de cuero|Tote in pelle|Leren shopper|Deri Tote|Bolsa tote de couro|レザートート',
      ],
      [
        'bag',
        89,
        'Roll-Top Backpack|Rolltop-Rucksack|Sac à dos roll-top|Mochila roll-top|Zaino roll-top|Rolltop rugzak|Roll-top Sırt Çantası|Mochila roll-top|ロールトップリュック',
      ],
      [
        'bag',
        65,
        'Crossbody Bag|Umhängetasche|Sac bandoulière|Bolso bandolera|Borsa a tracolla|Crossbody tas|Çapraz Çanta|Bolsa transversal|ショルダーバッグ',
      ],
      [
        'bag',
        179,
        'Weekender|Weekender|Sac week-end|Bolsa de fin de semana|Borsone|Weekendtas|Hafta Sonu Çantası|Bolsa de viagem|ボストンバッグ',
      ],
      [
        'box',
        45,
        'Card Wallet|Kartenetui|Porte-cartes|Tarjetero|Portacarte|Kaarthouder|Kartlık|Porta-cartões|カードケース',
      ],
      [
        'box',
        219,
        'Cabin Suitcase|Handgepäckkoffer|Valise cabine|Maleta de cabina|Trolley da cabina|Handbagagekoffer|Kabin Valizi|Mala de bordo|機内用スーツケース',
      ],
      [
        'bag',
        39,
        'Laptop Sleeve|Laptophülle|Housse d’ordinateur|Funda de portátil|Custodia laptop|Laptophoes|Laptop Kılıfı|Capa para notebook|ノートPCスリーブ',
      ],
      [
        'bag',
        29,
        'Packing Cubes|Packwürfel|Cubes de rangement|Organizadores de maleta|Organizer da valigia|Pakkubussen|Bavul Düzenleyici|Organizadores de mala|トラベルポーチ',
      ],
    ],
  ),
  vertical(
    'car-accessories',
    'Auto,Garage,Drive,Motor Goods,Car Care,Detailing,Road Co,Pit Stop|Autopflege,Garage,Fahrwerk,Kfz-Teile|Auto,Garage,Route|Auto,Garaje,Ruta|Auto,Officina|Auto,Garage|Oto,Garaj|Auto,Garagem|カー用品,車工房',
    'care and comfort for the car|Pflege und Komfort fürs Auto|entretien et confort auto|cuidado y confort para el coche|cura e comfort per l’auto|verzorging en comfort voor de auto|araç bakım ve konfor ürünleri|cuidado e conforto para o carro|車の手入れと快適さ',
    ['colour', 'pack'],
    [
      [
        'bottle',
        19,
        'Ceramic Spray|Keramikspray|Spray céramique|Spray cerámico|Spray ceramico|Keramische spray|Seramik Sprey|Spray cerâmico|セラミックスプレー',
      ],
      [
        'mat',
        89,
        'Floor Mats|Fußmatten|Tapis de sol|Alfombrillas|Tappetini|Automatten|Paspas Seti|Tapetes automotivos|フロアマット',
      ],
      [
        'phone',
        29,
        'Magnetic Phone Mount|Magnet-Handyhalter|Support magnétique|Soporte magnético|Supporto magnetico|Magnetische telefoonhouder|Manyetik Telefon Tutucu|Suporte magnético|マグネットホルダー',
      ],
      [
        'gauge',
        119,
        'Dash Camera|Dashcam|Caméra embarquée|Cámara de tablero|Dashcam|Dashcam|Araç Kamerası|Câmera veicular|ドライブレコーダー',
      ],
      [
        'gauge',
        45,
        'Tyre Inflator|Reifenfüller|Gonfleur|Inflador de neumáticos|Compressore|Bandenpomp|Lastik Şişirici|Calibrador portátil|空気入れ',
      ],
      [
        'box',
        39,
        'Boot Organiser|Kofferraum-Organizer|Organiseur de coffre|Organizador de maletero|Organizer bagagliaio|Kofferbak organizer|Bagaj Düzenleyici|Organizador de porta-malas|トランク収納',
      ],
      [
        'brush',
        25,
        'Detailing Brush Set|Pflegepinsel-Set|Pinceaux de detailing|Pinceles de detalle|Set pennelli|Detailing kwasten|Detay Fırça Seti|Kit pincéis|ディテールブラシ',
      ],
      [
        'candle',
        12,
        'Car Fragrance|Autoduft|Parfum de voiture|Ambientador de coche|Profumo per auto|Autoparfum|Araba Kokusu|Aromatizante|カーフレグランス',
      ],
    ],
  ),
]

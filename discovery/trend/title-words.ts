/**
 * Words that advertise instead of naming, in the languages of the product; matched on text without accents, in lower case. Words that may
 * distinguish two products (mini, pro, set, premium, deluxe) are not included.
 */
export const MARKETING_PHRASES: RegExp[] = [
  /[\p{Extended_Pictographic}\ufe0f]/gu,
  /[[({【][^\])}】]{0,40}(?:sale|off|free shipping|versand|livraison|envio|kargo|indirim|limited|new|hot|best ?seller|送料無料|新作|セール)[^\])}】]{0,40}[\])}】]/gu,
  /(?<![\p{L}\p{N}])(?:up to |bis zu )?\d{1,2}\s?%\s?(?:off|rabatt|reduction|descuento|desconto|indirim(?:li)?|オフ)?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:buy|get) \d(?: (?:get|and get|\+) \d)?(?: free)?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:free (?:worldwide )?(?:shipping|delivery|gift)|best[- ]?sellers?|hot sale|flash sale|big sale|last day|last chance|today only|limited (?:time|stock|offer)(?: offer)?|new arrivals?|new in|as seen on (?:tv|tiktok|instagram)|tiktok (?:viral|made me buy it)|(?:20)\d\d (?:new|edition|upgrade[d]?)|new 20\d\d|pre-?order|back in stock|almost gone|selling fast|official|authentic|trending|viral|sale|new|clearance|promo(?:tion)?|special offer|offer|deal)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:kostenloser versand|versandkostenfrei|neuheit|neu|angebot|aktion|rabatt|reduziert|ausverkauf|bestseller|beliebt)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:livraison (?:gratuite|offerte)|nouveaute|nouveau|nouvelle|soldes?|meilleure vente|offre speciale|exclusivite|envio gratis|nuevo|nueva|novedad|oferta|rebajas|mas vendido|frete gratis|novo|nova|lancamento|promocao|mais vendido|ucretsiz kargo|kargo bedava|yeni sezon|yeni|cok satan|indirimli|firsat|kampanya)(?![\p{L}\p{N}])/gu,
  /(?:送料無料|新作|新商品|人気|セール|期間限定|大人気|公式|正規品)/gu,
]

/** Items that every shop sells and that identify no product. */
export const NOT_COMPARABLE =
  /^(?:(?:e )?gift ?(?:card|voucher|certificate)s?|geschenk(?:gutschein|karte)|gutschein|carte cadeau|tarjeta (?:de )?regalo|cartao presente|vale presente|hediye (?:karti|ceki)|(?:ex)?(?:press )?shipping(?: protection| insurance| fee)?|(?:package|order|route|delivery|shipping|parcel)(?: (?:package|order|delivery|shipping|parcel))? (?:protection|insurance|guarantee)|insurance|tip|donation|test(?: product| produkt)?|sample(?: product| pack)?|example product|mystery box|custom (?:order|product|payment)|gift (?:wrap(?:ping)?|box(?: upgrade)?|bag|note|message)|geschenkverpackung|emballage cadeau|envoltorio (?:de )?regalo|embalagem (?:de |para )?presente|hediye paketi|(?:versand|transport|paket)(?:schutz|versicherung)|trinkgeld|spende|assurance (?:colis|livraison)|protection (?:du |de )?(?:colis|livraison)|pourboire|seguro de envio|proteccion (?:de |del )?envio|propina|seguro (?:de |do )?(?:envio|frete)|protecao (?:de |do )?(?:envio|frete|pedido)|gorjeta|kargo (?:sigortasi|koruma)|bahsis|bagis|extended warranty|warranty|garantieverlangerung|service fee|handling fee|deposit|balance payment|return(?:s)? label|priority (?:processing|handling))(?: \S{0,12}){0,2}$/u

/** Products that the platform puts into development shops, and the catalogue that it offers for trying out themes. */
export const SAMPLE_PRODUCTS = new Set([
  'ski wax',
  'selling plans ski wax',
  'the complete snowboard',
  'the hidden snowboard',
  'the archived snowboard',
  'the draft snowboard',
  'the minimal snowboard',
  'the out of stock snowboard',
  'the inventory not tracked snowboard',
  'the videographer snowboard',
  'the 3p fulfilled snowboard',
  'the multi location snowboard',
  'the multi managed snowboard',
  'the compare at price snowboard',
  'the collection snowboard hydrogen',
  'the collection snowboard oxygen',
  'the collection snowboard liquid',
  'ocean blue shirt',
  'classic varsity top',
  'yellow wool jumper',
  'floral white top',
  'striped silk blouse',
  'classic leather jacket',
  'dark denim top',
  'navy sports jacket',
  'soft winter jacket',
  'black leather bag',
  'zipped jacket',
  'silk summer top',
  'long sleeve cotton top',
  'chequered red shirt',
  'white cotton shirt',
  'olive green jacket',
  'blue silk tuxedo',
  'red sports tee',
  'striped skirt and top',
  'led high tops',
  'example product title',
  'your product name',
  'product title',
])

import type { Category } from '#contracts/catalog/facts.ts'

/**
 * Words for goods by category, in en, de, fr, es, pt, it, tr and nl; lower case, without accents.
 * `word` = the word and its plural, `word*` = words with this beginning, `*word` = words with this
 * ending (compounds), `one_two` = these two words in sequence.
 */
export const CATEGORY_WORDS: Record<Category, string> = {
  fashion: `
    tees merch merchandise crew_neck graphic_tees jersey_dress trikot* pijama* lenceria vestiti*
    strick* kaftan* saree sarees kurta* lehenga* dress dresses coat coats tank_top crop_top
    bath_robe mode_homme mode_femme hose hosen jeanshose* kleider sommerkleid* tricot
    mantel rocke moda_feminina moda_masculina t_shirt tee_shirt graphic_tee body_suit rash_guard
    ski_jacket shirt* tshirt* tee hoodie* sweatshirt* sweater* jumper* cardigan* blouse*
    skirt* jeans pants trousers leggings shorts jacket* blazer* suit romper* jumpsuit* swimwear
    bikini* swimsuit* lingerie bra bras underwear boxers socks sock pyjama* pajama* kimono*
    apparel clothing clothes streetwear outfit* menswear womenswear activewear knitwear outerwear
    crewneck polo abaya* hijab* *kleid *hemd hemden *jacke jacken *mantel
    pullover unterwasche socken bekleidung kleidung damenmode herrenmode *bluse *pullover
    strickjacke* robe robes chemise* pantalon* veste* manteau* jupe* vetement* maillot*
    chaussette* culotte* combinaison* vestido* camisa* camiseta* chaqueta*
    abrigo* falda* sudadera* ropa calcetin* calca calcas jaqueta* saia* blusa* roupa* moletom*
    meia meias biquini* vestito* abito* camicia* camicie giacca giacche
    cappotto* gonna* maglia maglie maglietta* maglione* felpa* abbigliamento calze elbise* gomlek*
    pantolon* ceket* kaban etek* kazak* tisort* corap* giyim tunik* tesettur* bluz*
    jurk* broek* trui truien jassen rokken kleding sokken overhemd*`,
  shoes: `
    pantufa* chanclas pantufla* tongs mules ballet_flats barefoot_shoes flip_flops ballerinas
    high_heels running_shoe running_shoes shoe shoes sneaker* boots sandal sandals
    slipper* heels loafer* footwear trainers clog clogs espadrille* moccasin* *schuh *schuhe
    *stiefel stiefelette* sandale* hausschuh* chaussure* bottes bottine* zapato*
    zapatilla* botas sandalia* sapato* bota chinelo* sapatilha* scarpa scarpe stivali stivaletti
    sandali ciabatte ayakkabi* terlik* sandalet* schoen* laarzen`,
  jewellery: `
    ring rings watch watches armbanduhr* halskette* fingerring* engagement_ring
    wedding_band watch_strap uhr uhren jewellery jewelry necklace* earring* bracelet* pendant*
    anklet* brooch* bangle* wristwatch* gemstone* diamond diamonds charm charms cufflink*
    piercing* schmuck ketten ohrring* *armband armbander anhanger
    bijou* bague* collier* boucles pendentif* montre* joya* joyeria anillo* pendiente*
    pulsera* reloj* joia* anel aneis colar colares brinco* relogio* gioiell* anello anelli collana
    collane orecchin* bracciale* orolog* taki kolye* bileklik* yuzuk* sieraden oorbel* ketting*
    horloge*`,
  bags_accessories: `
    bag bags cap caps hat hats belt belts sun_glasses bucket_hat tote_bag phone_case_wallet
    passport_holder hut hute sac_a sac_en handtas* handbag* backpack* tote totes wallet*
    purse* clutch luggage suitcase* scarf scarves beanie* glove* sunglasses eyewear umbrella*
    duffel* cardholder* crossbody *tasche *taschen rucksack* geldborse* geldbeutel
    portemonnaie* *gurtel schal *mutze *mutzen sonnenbrille* koffer handschuh* regenschirm* sacs
    sacoche* portefeuille* ceinture* echarpe* chapeau* bonnet* casquette* lunettes valise* bolso*
    mochila* cartera* cinturon* bufanda* sombrero* gorra* gafas maleta* bolsa bolsas carteira*
    cinto cintos chapeu* borsa borse zaino zaini portafogli* cintura cinture sciarp* cappell*
    occhiali valigi* canta* cuzdan* kemer* atki sapka* gozluk* valiz* rugzak* portemonnee sjaal
    muts hoed zonnebril`,
  beauty: `
    hair_oil hair_mask body_lotion body_butter body_scrub body_wash face_mask face_cream face_oil
    face_wash lip_balm lip_gloss lip_oil nail_polish press_on bath_bomb beard_oil eye_cream
    sheet_mask essential_oil hair_growth hair_serum hair_dryer hair_clip korperol bartol haarol
    rouge_a hair_removal sun_cream clay_mask night_cream day_cream shower_gel shave_set cilt_bakim
    yuz_maskesi beard_balm shower_oil eyebrow_gel hair_brush skincare cosmetic* makeup serum*
    moisturizer* moisturiser* cleanser* lipstick* mascara* concealer* eyeliner* eyelash* eyebrow*
    perfume* fragrance* cologne* shampoo* conditioner* lotion* toner* sunscreen spf haircare hair
    soap soaps keratin* wig wigs deodorant* hautpflege kosmetik *creme *serum *seife *seifen
    *maske gesichts* parfum* duft dufte haarpflege lippen* wimpern nagel* naturkosmetik *shampoo
    rasier* soins cremes savon* maquillage cheveux rouge levres vernis gommage cosmetique*
    cosmetico* jabon* crema cremas champu* maquillaje cabello labial*
    unas sabonete* hidratante* batom cabelo* maquiagem esmalte* cosmesi pelle viso
    sapone saponi capelli trucco rossetto profumo profumi smalto cilt bakim sabun* krem kremi
    makyaj sampuan* ruj tirnak huidverzorging zeep dagcreme* gezicht* haar
    lippenstift*`,
  health: `
    sleep_aid essential_oils posture_corrector heating_pad back_pain red_light blood_pressure
    fish_oil supplement* vitamin* probiotic* collagen protein creatine magnesium omega ashwagandha
    gummies wellness massage massager* orthopedic* posture cbd hemp herbal bandage* brace*
    thermometer* electrolyte* multivitamin* melatonin nahrungserganzung* vitamine* *kapseln
    kapsel* eiweiss* proteinpulver gesundheit* massagegerat* complement* gelules sante proteine*
    bien_etre suplemento* proteina* salud capsulas bienestar saude integrator* salute benessere
    capsule takviye* kapsul* saglik voedingssupplement* gezondheid`,
  food_drink: `
    earl_grey rooibos* oolong chai jasmine_tea sencha herbal infusion* tisane* pfefferminz* roast
    roasted decaf* coffee_beans whole_bean single_origin espresso* *espresso entkoffeiniert*
    kaffeebohne* cafes grano torref* tostado fruchtetee* tes_verts teebeutel* loser_tee losen_tee
    the_en te_verde te_en protein_bar granola_bar haricot* legume* fleisch* vegan_cheese tea teas
    hot_sauce green_tea black_tea herbal_tea loose_leaf olive_oil dark_chocolate milk_chocolate
    trail_mix cold_brew gin cake cakes krautertee* gruntee* schwarztee* olivenol* rotwein*
    weisswein* whisky* sashimi steak* beef_jerky vin_rouge vin_blanc the_vert the_noir huile_d
    extra_virgin ramen noodle* oatmeal cereal* peanut* almond* cashew* coffee*
    matcha chocolate* snack* sauce* spice* honey jam olive* wine wines beer beers whiskey
    rum vodka juice* cookie* candy candies granola pasta cheese* beef salmon fish seafood
    jerky seasoning* syrup* food foods drink drinks beverage* kombucha mushroom halibut shrimp
    crab fillet* bakery bread kaffee* *kaffee schokolade* gewurz* honig marmelade* wein weine
    lebensmittel susswaren nusse getrank* wurst cafe chocolat* epice* miel confiture* biere* huile
    fromage* gateau* biscuit* especia* mermelada* vino vinos cerveza*
    aceite queso* galleta* alimentacion tempero* mel vinho* cerveja* azeite queijo*
    biscoito* doces geleia* caffe cioccolat* miele marmellata vini birra birre olio formagg*
    biscott* salsa spezie kahve* cayi cikolata* baharat* bal recel* zeytinyagi* peynir* lokum*
    kuruyemis* koffie* thee chocola* kruiden honing wijn* bier* kaas*`,
  home_living: `
    wax_melt wax_melts reed_diffuser room_spray throw_blanket throw_pillow bed_sheet bed_sheets
    sheet_set mattress_topper wall_clock wall_mirror table_lamp floor_lamp night_light led_strip
    led_light candle_warmer wall_decor home_decor bath_towel tea_towel bath_mat shower_curtain
    linen_sheet decke decken kuscheldecke* wolldecke* bettdecke* stehlampe* tischlampe* soya_mumu
    kokulu_mum mum_seti fitilli_mum kolon_mum photo_frame picture_frame weighted_blanket
    storage_box laundry_basket candle* diffuser* pillow* cushion* blanket* bedding duvet*
    comforter* mattress curtain* rug rugs carpet* vase* decor lamp lamps lantern* lighting
    chandelier* basket* homeware wreath* planter* humidifier* incense doormat* quilt* pillowcase*
    wallpaper* *kerze *kerzen duftkerze* *kissen *decken bettwasche teppich* vorhang*
    deko *lampe *lampen leuchte* handtuch* *spiegel korb korbe raumduft bougie*
    coussin* couverture* plaid* rideau* tapis decoration lampe* luminaire* serviette* miroir*
    linge couette* vela* cojin* manta* cortina* alfombra* jarron* decoracion lampara* toalla*
    espejo* hogar sabanas almofada* cobertor* tapete* decoracao luminaria* toalha* espelho*
    lencol* lencois travesseiro* candela candele cuscin* coperta coperte tenda tende tappet*
    arredo lampada lampade asciugaman* specchi* lenzuol* yastik* battaniye* perde* hali halisi
    vazo* dekor* lamba* avize* havlu* ayna nevresim* kaars kaarsen kussen* deken dekens gordijn*
    tapijt* vaas woondecoratie handdoek* spiegel*`,
  furniture: `
    coffee_table dining_table side_table office_chair dining_chair bed_frame standing_desk
    tv_stand table_basse esstisch* couchtisch* beistelltisch* schreibtisch* tisch tische
    gartenbank sitzbank* furniture sofa* couch* chairs armchair* desks shelf shelves bookshelf*
    bookcase* bedframe* dresser* cabinet* stool* bench* wardrobe* nightstand* ottoman* sideboard*
    recliner* mobel *stuhl *stuhle *regal *regale *schrank *schranke kommode* sessel hocker
    meuble* chaise* canape* fauteuil* etagere* armoire* buffet* tabouret* mueble* silla*
    sillon* mesas estante* estanteria* armario* escritorio* cama camas movel moveis cadeira*
    poltrona* prateleira* escrivaninha* mobil* sedia sedie divan* tavol* scaffal* armadio
    letto scrivania mobilya* sandalye* koltuk* masa masasi raf dolap* sehpa* meubel* stoel* tafel*
    kast kasten bureau*`,
  kitchen: `
    travel_cup glass_bottle gourde* trinkflasche* grinder_coffee dripper* french_press moka_pot
    water_bottles air_fryer cutting_board chopping_board frying_pan pan pans pot pots cup cups
    coffee_mug coffee_maker coffee_grinder tea_pot water_bottle chef_knife knife_set cast_iron
    spice_rack measuring_cups messer kochmesser* kuchenmesser* messerset wine_glass serving_board
    dutch_oven ice_maker rice_cooker mixing_bowl salad_bowl baking_dish storage_container
    stand_mixer knife knives cookware bakeware mug mugs plates bowl* cutlery kitchen* blender*
    mixer* kettle* toaster* fryer* cooker* microwave* oven* juicer* tumbler* glassware dinnerware
    tableware utensil* spatula* whisk teapot* grinder* lunchbox* dutch apron* frypan*
    wok* *pfanne *pfannen *topf *topfe *tasse *tassen *becher *teller *schussel *schusseln kuche*
    *mixer wasserkocher besteck *glaser brettchen schneidebrett* geschirr couteau* poele*
    casserole* tasse* assiette* bols cuisine vaisselle ustensile* bouilloire* planche cuchillo*
    sarten* olla* taza* plato* cuenco* cocina vajilla batidora* tabla utensilio* faca* panela*
    frigideira* xicara* caneca* prato* tigela* cozinha louca liquidificador* talheres coltell*
    padell* pentol* tazz* piatt* ciotol* cucina stoviglie posate bollitore bicak* bicagi tava*
    tencere* kupa* fincan* tabak* mutfak* cezve* messen pannen beker* borden keuken*
    servies schaal`,
  garden_diy: `
    bogenhanf* blumenerde* giesskanne* potting_mix watering_can sukkulent* pflanz* seed_kit
    olive_tree olivenbaum* sansevi* sustrato* regadera* terracotta_pot terrakotta*
    pflanzenlampe* garden_hose garden_tool tool_set tool_kit power_tool spray_paint wall_paint
    hand_tool pressure_washer plant_pot plant_stand flower_pot potting_soil grow_light
    zimmerpflanze* garden* seed seeds planter* fertilizer* pruning furniture tools
    drill* screwdriver* wrench* toolbox* workshop hammer* succulent* bonsai monstera* houseplant*
    greenhouse* watering garten* *pflanze *pflanzen samen saatgut dunger werkzeug* bohrer schraub*
    *topf blumen* jardin* graine* terreau outil* perceuse* arrosoir*
    semilla* maceta* herramienta* taladro* jardim semente* vasos ferramenta* furadeira* giardin*
    pianta piante semi attrezz* trapano bahce* bitki* tohum* saksi* matkap* tuin* plant* zaden
    gereedschap* boor*`,
  electronics: `
    phone_mount magnetic_mount phone_case phone_holder phone_stand screen_protector usb_c led_tv
    smart_tv smart_home power_bank gaming_mouse gaming_chair gaming_console wireless_charger
    charging_cable ear_buds noise_cancelling tablet tablets fast_charge car_charger action_cam
    webcam* microphone* hdmi tv tvs smartphone* iphone* charger* cable cables headphone* headset*
    earbud* earphone* speaker* bluetooth laptop* keyboard* usb powerbank* camera* television*
    monitor* drone* smartwatch* gaming electronics projector* router* gadget* magsafe airpods
    wireless uhd 4k soundbar* printer* ssd handy* ladegerat* ladekabel *kabel kopfhorer*
    lautsprecher* fernseher* kamera* tastatur* elektronik bildschirm* telephone* chargeur* casque*
    ecouteur* enceinte* ordinateur* clavier* televiseur* electronique coque coques telefono* movil
    cargador* auricular* altavoz* portatil* teclado* televisor* electronica funda fundas celular*
    carregador* fone fones eletronico* capinha* cavo cuffi* caricator* telefon*
    altoparlant* tastiera elettronica sarj kablo* kulaklik* hoparlor* bilgisayar* klavye*
    televizyon* kilif* oplader* koptelefoon* luidspreker* toetsenbord* elektronica
    hoesje*`,
  sports_outdoor: `
    helmet* cycling jersey_cycling bici bicis ebike* mtb gravel gravelbike* handlebar* lenkerband*
    fahrradhelm* laufrad* guidoline* manillar* headlamp* head_torch camp_stove camping_chair
    campingkocher* stirnlampe* daunenschlafsack* sac_de_couchage saco_de_dormir saco_de_plumas
    carabiner* trekkingrucksack* widerstandsband* springseil* faszienrolle* jump_ropes
    punching_bag pickleball padel cricket hockey fishing climbing boxing karate judo triathlon
    swimrun isolierflasche* yoga_mat resistance_band resistance_bands sleeping_bag foam_roller
    exercise_bike jump_rope water_sports rock_climbing fishing_rod golf_ball golf_club ski_goggles
    swim_goggles camping_stove trekking_pole pull_up mountainbike* hiking_boots
    boxing_gloves yoga_matte sport_mat yoga fitness gym dumbbell* kettlebell* barbell* workout
    bike bikes bicycle* hiking camping tent tents snowboard* surf surfboard* skateboard* tennis
    football soccer basketball kayak* paddle* treadmill* trekking hammock* bowling fahrrad*
    hantel* turnmatte* zelt zelte wandern *matte *schlafsack angeln sportgerat* velo* haltere*
    tapis randonnee tente* peche musculation escalade bicicleta* mancuerna* esterilla* tienda
    senderismo pesca deporte* gimnasio halter* colchonete* barraca* trilha esporte* academia
    treino manubri* tappetino tenda escursion* sportiv* bisiklet* dambil* cadir* kamp spor
    fiets* wandel* kampeer* hengel*`,
  pets: `
    chew_toy pet_carrier kauspielzeug* hundebett* hundehalsband* katzenbaum* arbre_a pour_chien
    pour_chat para_perro para_gato rascador* slow_feeder dog_collar dog_leash dog_toy dog_bed
    dog_food cat_toy cat_litter cat_tree cat_food pet_bed pet_toy dog_treats bird_feeder
    horse_blanket fish_tank dog dogs cat cats pet pets puppy kitten* leash* collars kibble
    aquarium* feeder* harness* catnip treats kennel* equestrian saddle* hund hunde* katze*
    katzen* haustier* leine* halsband halsbander *futter *napf kratzbaum* pferd* reit* chien* chat
    chats animaux laisse* croquette* litiere collier gamelle* cheval perro* gato* mascota* correa*
    pienso arnes comedero* cachorro* cao caes coleira* racao guia cane cani gatto gatti
    animali guinzaglio collare crocchette ciotola kopek* kedi* evcil tasma* hond* kat katten
    huisdier* voerbak*`,
  baby_kids: `
    rattle* muslin* changing_bag changing_mat changing_backpack nappy wickel* rassel* holzrassel*
    babyflasch* lange_d biberon* hochet* layette a_langer muselina* sonajero* cambiador* chocalho*
    mamadeira* sonaglin* krabbel* spucktuch* pucktuch* mulltuch* baby_body body_bebe
    feeding_set kids_clothes kids_shoes baby_bottle baby_blanket baby_carrier kids_room diaper_bag
    crib_sheet nursing_pillow bath_toy sippy_cup babies infant* toddler* kid kids children
    newborn* nursery diaper* nappies stroller* pram* pacifier* onesie* bodysuit* bib bibs
    swaddle* crib* maternity breastfeeding bassinet* teether* kinder* *baby saugling*
    schnuller* strampler* latzchen windel* babydecke* bebe* enfant* poussette* tetine*
    grenouillere* naissance puericulture bavoir* nino* nina* infantil* cochecito* chupete*
    panal* babero* crianca* carrinho* fralda* chupeta* neonat* bambin* passeggin* ciuccio
    pannolin* bavaglin* bebek* cocuk* emzik* zibin* baby* speen luier* kinderwagen*`,
  toys_games: `
    jigsaw* wooden_train magnetic_tile magnetic_tiles rompecabezas holzeisenbahn* magnetbaustein*
    pluschtier* plusch* juguetes bloques train_en play_set play_tent rocking_horse teddy*
    rubik* board_game board_games card_game trading_card trading_cards booster_box booster_pack
    elite_trainer building_block building_blocks action_figure action_figures rc_car rc_drone
    one_piece magic_the yu_gi stuffed_animal wooden_toy jeu_de jeux_de carte_pokemon spiel spiele
    kartenspiel* gesellschaftsspiel* playmat* deck_box card_sleeves card_sleeve toys puzzle*
    plush* doll dolls lego playset* figurine* collectible* tcg pokemon yugioh miniature* warhammer
    fidget* slime squishy anime manga cosplay spielzeug* kuscheltier* puppe* sammelkarten*
    bausteine brettspiel* jouet* peluche* poupee* cartes muneca* juego* cartas
    brinquedo* pelucia* boneca* jogo* quebra_cabeca giocattol* bambol* giochi carte
    oyuncak* pelus* oyunu bebek figur* speelgoed* knuffel* spellen`,
  art_crafts: `
    craft_kit sewing_kit embroidery_kit painting_kit art_print wall_art canvas_print fine_art
    paint_by diamond_painting cross_stitch sewing_machine knitting_needles crochet_hook
    oil_painting paint_brush picture_print photo_print framed_print poster* painting* artwork*
    sculpture* yarn* knitting crochet sewing fabric* embroidery craft crafts diy bead beads
    watercolor* watercolour* acrylic* illustration* ceramics pottery handmade sticker* macrame
    sketchbook* kunst* kunstdruck* bild bilder gemalde *leinwand wolle stoff stoffe *garn basteln
    *bilderrahmen affiche* toile* tableau* peinture* laine tissu* broderie loisirs couture lamina
    lienzo* pintura* lana tela telas bordado* manualidades cuadro* quadro* tecido* croche
    artesanato* stampa stampe quadri dipint* filato stoffa ricamo tablo* resim boya* kumas* iplik*
    nakis sanat schilderij* garen stoffen borduur*`,
  books_media: `
    bande_dessinee bandes_dessinees vinyl_record digital_download online_course e_book e_books
    coffee_table_book ebook_bundle vinyl_lp book books ebook* novel* audiobook* magazine* comic
    comics dvd blu_ray cookbook* paperback* hardcover* journal* *buch *bucher
    zeitschrift* horbuch* schallplatte* ratgeber livre* roman* disque* vinyle* revue* libro libros
    novela* revista* disco discos curso* livro* romance* vinil* libri rivist*
    dischi corso kitap* dergi* plak kurs boek boeken tijdschrift* plaat`,
  automotive: `
    inflator* tyre_inflator dash_camera car_fragrance autoduft* reifenfuller*
    fussmatten* ambientador_de car_care wiper* kofferraum* phone_mount_car
    car_seat_cover car_mat car_mats car_cover dash_cam floor_mats spark_plug engine_oil
    led_headlight roof_rack car_phone car_vacuum cold_air car cars truck*
    motorcycle* motorbike* tire tires tyre* wheel* rims exhaust* brake* headlight* bumper*
    dashcam* engine* vehicle* carplay obd mats windshield* autoteil* *reifen felge* *bremse
    auspuff* motorrad* kfz fahrzeug* voiture* moto motos pneu* jante* frein* phare* vehicule*
    coche* neumatico* llanta* freno* faro faros carro* roda rodas freio* farol automotivo*
    automobil* gomme pneumatic* cerchi fanal* araba* oto otomobil lastik* jant* fren*
    motosiklet* auto* banden velg* rem remmen motor*`,
  stationery_gifts: `
    gift_shop geschenkset* gift_basket gift_hamper gift_box gift_set gift_card_box greeting_card
    greeting_cards birthday_card wedding_invitation fountain_pen pen_set wall_calendar
    party_supplies party_decor key_chain wrapping_paper thank_you_card postkarte*
    gluckwunschkarte* stationery notebook* planner* pencil* notepad* keychain* keyring* engraved
    washi envelope* balloon* flower bouquet* flowers schreibwaren notizbuch* kalender stift stifte
    *geschenkset grusskarte* schlusselanhanger papeterie carnet* stylo* coffret* carte* porte_cle
    papeleria cuaderno* boligrafo* llavero* papelaria caderno* caneta* chaveiro* cartoleria
    quadern* penna penne portachiavi agend* kirtasiye defter* kalem* anahtarlik* ajanda*
    papierwaren notitieboek* pennen sleutelhanger*`,
  erotic: `
    sex_toy sex_toys cock_ring anal_plug butt_plug rose_toy kegel_balls adult_toy massage_intime
    baume_intime gel_intime couple_toy clit_sucker vibrator* dildo* masturbator* lube lubricant*
    lubrifiant* sextoy* bondage bdsm clitoral stimulator* strap_on condom* kegel gleitgel*
    sexspielzeug kondom* erotik* vibromasseur* preservatif* godemichet* intime vibrador*
    lubricante* preservativo* erotic* lubrificante*`,
  tobacco_vape: `
    vape_juice pod_kit pod_system rolling_papers rolling_tray disposable_vape nicotine_pouch vape*
    e_liquid eliquid* e_juice vaporizer* cigar* cigarette* tobacco hookah* shisha bong bongs
    nicotine snus e_zigarette e_zigaretten tabak wasserpfeife* vapoteuse* tabac cachimba* vapeador*
    tabaco narguile* sigara* nargile* tutun sigaret*`,
}

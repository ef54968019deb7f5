/**
 * An app a line: handle in the app store, name, aliases. An alias is another handle of its blocks
 * or the project name of its extensions; with a dot, a host (or its parent) of its scripts; of
 * digits, the `apiClientId` of its web pixel.
 */
export const APPS = `
17track | 17TRACK | 17track.net 17track-order-tracking 17track-tracking
accessibe | accessiBe | accessibe.com acsbapp.com accessibe-accesswidget
accessibly | Accessibly | accessiblyapp.com
activecampaign | ActiveCampaign | trackcmp.net activecampaign.com active-campaign
adroll | AdRoll | adroll.com adroll-marketing
affirm | Affirm | affirm.com
afterpay | Afterpay | afterpay.com
aftersell | AfterSell | aftersell-post-purchase aftersell.app aftersell.com
aftership-returns | AfterShip Returns | returns-center returnscenter.com
aftership-tracking | AfterShip | aftership.com aftership aftership-order-tracking automizely.com automizely-analytics.com
aimerce | Aimerce | aimerce-pixel aimerce.ai
air-reviews | Air Reviews | air-product-reviews airreviews avada-air-reviews
ali-reviews | Ali Reviews | alireviews.io kudosi-ali-reviews ali-reviews-product-reviews alireviews ali-product-reviews kudosi
alma | Alma | getalma.eu almapay.com alma-installments
also-bought | Also Bought | also-bought-by-code-black
ampify-me | AmpifyMe | ampify.me
analyzify | Analyzify | analyzify-data-layer analyzify.app analyzify.net
areviews-aliexpress | Areviews | areviewsapp.com areviews
attentive | Attentive | attn.tv attentive-sms attentivemobile.com attentive-email-sms
autods | AutoDS | autods.com autods-dropshipping
avada-seo-suite | Avada SEO | avada-seo avada avada.io avada-email-marketing
axon | Axon (AppLovin) | axon-shop-integration 256560922625
back-in-stock | Back in Stock | backinstock.org back-in-stock-restock-alerts
back-in-stock-appikon | Appikon Back in Stock | appikon.com
bazaarvoice | Bazaarvoice | bazaarvoice.com
beae | Beae | beae-page-builder beae.com
best-custom-product-options | BCPO | bcpo best-custom-product-options-bcpo bestcustomproductoptions.com
bing-ads | Microsoft Advertising | bat.bing.com
bold-commerce | Bold Commerce | boldcommerce.com boldapps.net bold-product-options bold-subscriptions bold-upsell boldapps
bon-loyalty | BON Loyalty | bon-loyalty-rewards bonloyalty.com
boost-commerce | Boost AI Search & Filter | boostcommerce.net boost-ai-search-filter boost-ai-search-discovery product-filter-search mybcapps.com
booster-eu-cookie-bar | EU Cookie Bar | eu-cookie-bar
booster-seo | Booster SEO | booster-seo-image-optimizer booster-page-speed-optimizer boosterapps.com
bss-b2b | BSS B2B | bss-b2b-solution bsscommerce.com bss-b2b-wholesale
bucks | BUCKS Currency Converter | bucks-currency-converter helixo.co
buddha-mega-menu | Buddha Mega Menu | buddha-mega-menu-navigation buddhaapps.com
bundler | Bundler | bundler-product-bundles bundler.app
camouflage | Camouflage | camouflage.app
candy-rack | Candy Rack | candyrack.ds-cdn.com candyrack candy-rack-upsell candyrack.app digismoothie.com
carro | Carro | getcarro.com carro-brand-partnerships
carthook | CartHook | carthook.com carthook-post-purchase
cartloop | Cartloop | cartloop.io
cartstack | CartStack | cartstack.com
chatway | Chatway | chatway-live-chat chatway.app
cj-dropshipping | CJdropshipping | cjdropshipping cjdropshipping.com
clearpay | Clearpay | clearpay.co.uk clearpay.com
clerk-io | Clerk.io | clerk clerk.io
collective | Shopify Collective | shopify-collective
complianz | Complianz | complianz.io
consentmo-gdpr | Consentmo | consentmo.com consentmo consentmo-gdpr-compliance isenselabs.com gdprcdn.b-cdn.net
convert-experiences | Convert Experiences | convertexperiments.com
cookiebot | Cookiebot | cookiebot.com cookiebot-cmp
cookieyes | CookieYes | cookieyes.com cookieyes-gdpr cdn-cookieyes.com
corso | Corso | corso-green-shipping corso.com
countdown-timer-bar | Countdown Timer Bar | hextom-countdown-timer-bar
covet-pics | Covet.pics | covet covet.pics
cozy-country-redirect | Cozy Country Redirect | cozycountryredirect geo-redirect cozycountryredirect.com
crazy-egg | Crazy Egg | crazyegg crazyegg.com
crisp | Crisp | crisp-chat crisp.chat crisp-live-chat
criteo | Criteo | criteo.com criteo.net
currency-converter-plus | Currency Converter Plus | doubly doubly-currency-converter
customer-fields | Customer Fields | heliumdev.com
customily | Customily | customily-product-personalizer customily.com
debutify | Debutify | debutify.com
deliverr | Deliverr | deliverr.com
dialogue | Dialogue | dialogue-ai
doofinder | Doofinder | doofinder.com doofinder-search doofinder-search-discovery
drip | Drip | getdrip.com drip-email-marketing
dsers | DSers | dsers-aliexpress-dropshipping dsers.com
easify-product-options | Easify Product Options | easify easify-product-options-apo
eg-auto-add-to-cart | EG Auto Add to Cart | auto-add-to-cart eggflow.com
ekomi | eKomi | ekomi.de ekomiapps.de
elevar-conversion-tracking | Elevar | 2509311 elevar elevar-datalayer getelevar.com
elfsight | Elfsight | elfsight.com elfsight-instagram-feed elfsightcdn.com elfsight-widgets elf.site
emotive-pixel | Emotive | emotivecdn.io emotiveapp.co
enzuzo | Enzuzo | enzuzo.com enzuzo-gdpr
equalweb | EqualWeb | equalweb.com
essential-announcement-bar | Essential Announcement Bar | essential-announcement-bar-banner essential-countdown-timer-bar essential-apps.com
facebook | Facebook & Instagram | 2329312 facebook-instagram
fast-bundle | Fast Bundle | fastbundle fastbundle.co fast-bundle-product-bundles
feefo | Feefo | feefo.com
fera-product-reviews | Fera | fera.ai fera fera-reviews
fomo | Fomo | fomo-social-proof fomo.com usefomo.com
foursixty | Foursixty | foursixty.com
foxkit | Foxkit | foxecom foxify foxify-page-builder foxecom.com
frequently-bought-together | Frequently Bought Together | frequently-bought-together-by-code-black codeblackbelt.com codeblackbelt
gelato | Gelato | gelato.com
gempages-builder | GemPages | gempages.net gempages gempages-landing-page-builder gem-pages gempages-v7 gempages-builder-landing-page
geo-pro | Geo:Pro | geo-pro-geolocation-redirects
geolizr | Geolizr | geolizr.com
geolocation | Geolocation | geolocation.shopifyapps.com
getresponse | GetResponse | getresponse.com getresponse-email-marketing gr-cdn.com
gift-reggie | Gift Reggie | giftreggie gift-reggie-gift-registry
globo | Globo | globosoftware.net globo-product-options globo-product-filter globosoftware globo.io
goaffpro | GoAffPro | goaffpro.com goaffpro-affiliate-marketing goaffpro-extension
gobot | Gobot | gobot-ai getgobot.com
google | Google & YouTube | 1780363 google-youtube
gorgias-live-chat-helpdesk | Gorgias | gorgias.chat gorgias.com gorgias.io gorgias gorgias-helpdesk gorgias.help gorgias-convert.com
growave | Growave | growave.io ssw.growave.io growave-loyalty-wishlist growave-loyalty-rewards socialshopwave.com
growi-creator-management | Growi | growi
hextom | Hextom | hextom.com hextom-free-shipping-bar hextom-ultimate-sales-boost hextom-announcement-bar
honeycomb-upsell | Honeycomb Upsell | honeycomb honeycomb-upsell-funnels
hotjar | Hotjar | hotjar.com hotjar.io
hubspot | HubSpot | hs-scripts.com hubspot.com hsforms.net hs-analytics.net
hulkapps | HulkApps | hulkapps.com hulk-product-options hulkapps-product-options hulk-form-builder hulkapps-form-builder
hyros | HYROS | hyros.com
in-cart-upsell | In Cart Upsell | incartupsell incartupsell.com in-cart-upsell-cross-sell
inbox | Shopify Inbox | shopify-inbox shopify-chat chat.shopifyapps.com inbox-online-store-chat
infinite-options | Infinite Options | shopinfiniteoptions infiniteoptions shoppad infinite-options-by-shoppad shoppad.net theshoppad.net
influencer-hero | Influencer Hero | influencer-hero.com
instafeed | Instafeed | instafeed.nfcube.com nfcube.com instafeed-instagram-feed instafeed-app
instant-ai-page-builder | Instant AI Page Builder | instant-shopify instant-page-builder instant.so
intelligems-a-b-testing | Intelligems | intelligems intelligems.io
intercom | Intercom | intercom.io intercomcdn.com intercom.com
iubenda | iubenda | iubenda.com
jebbit | Jebbit | jebbit.com
joy-loyalty | Joy Loyalty | joy-loyalty-program joyapp joy-avada
json-ld-for-seo | JSON-LD for SEO | jsonld-for-seo
judge-me-product-reviews | Judge.me | judge.me judgeme-extensions judgeme 683015 judge-me-reviews judge-me judgeme-reviews judgeme.io judgemecdn.com
junip | Junip | junip-reviews juniphq.com junip.co
justuno | Justuno | justuno.com justuno-pop-ups justuno-popups jst.ai
kaching-bundles | Kaching Bundles | kaching kaching-bundles-quantity-breaks kachingappz.app
kiwi-sizing | Kiwi Size Chart | kiwisizing.com kiwi-size-chart kiwi-size-chart-recommender
klarna-on-site-messaging | Klarna | klarnaservices.com klarna klarna.com klarna-messaging
klaviyo-email-marketing-sms | Klaviyo | klaviyo.com klaviyo 123074 klaviyo-email-marketing klaviyo-onsite-embed klaviyo-email-marketing-1 klaviyo-onsite
lai-product-reviews | LAI Product Reviews | lai-reviews lai-ali-reviews smartifyapps.com
langify | langify | langify-app.com langify-v2
langshop | LangShop | langshop.app langshop-translation devit.software
latitude-financial | Latitude Financial | latitudefinancial.com
latitudepay | LatitudePay | latitudepayapps.com
laybuy | Laybuy | laybuy.com
layouthub | LayoutHub | layouthub-page-builder layouthub.com
lightwidget | LightWidget | lightwidget.com
limespot | LimeSpot | limespot.com limespot-personalizer personalizer.io
littledata-the-data-layer | Littledata | littledata littledata.io
locksmith | Locksmith | locksmith-access-control uselocksmith.com
loop-returns | Loop Returns | loop loop-returns-exchanges loopreturns.com
loop-subscriptions | Loop Subscriptions | loopwork loopwork.co
loox | Loox | loox.io loox-reviews loox-product-reviews loox-reviews-photos loox-inject loox-rating
loyalty-lion | LoyaltyLion | loyaltylion loyaltylion-rewards loyaltylion.com loyaltylion.net
lucky-orange | Lucky Orange | luckyorange.com lucky-orange-heatmaps-replay luckyorange.net
mailchimp | Mailchimp | mailchimp-email-marketing mailchimp-email-sms chimpstatic.com list-manage.com mailchimp.com mcsv.net
mailerlite | MailerLite | mailerlite.com mailerlite-email-marketing
manychat | ManyChat | manychat.com
matrixify | Matrixify | matrixify.app
mechanic | Mechanic | mechanic.dev
microsoft-channel | Microsoft Channel | trafficmanager.net
microsoft-clarity | Microsoft Clarity | clarity.ms clarity microsoft-clarity-app
mlveda | MLVeda Currency Converter | auto-currency-switcher mlveda.com
mntn | MNTN | mountain.com
monster-upsells | Monster Cart Upsell | monster-cart-upsell monsterapps.shop monster-upsell
nabu-facebook-pixel | Nabu Facebook Pixel | nabu nabu-pixel
narvar | Narvar | narvar.com narvar-returns
navidium | Navidium | navidium-shipping-protection navidiumapp.com
northbeam | Northbeam | northbeam-pixel northbeam.io
nosto | Nosto | nosto.com nosto-personalization nosto-product-recommendations
notify-me | Notify! Back in Stock | notify-back-in-stock notifyme cross-sell.io
nudgify | Nudgify | nudgify.com nudgify-social-proof
oberlo | Oberlo | oberlo.com
octane-ai | Octane AI | octane-ai-quizzes octaneai.com
okendo-reviews | Okendo | okendo.io okendo okendo-product-reviews okendo-reviews-loyalty
omega-facebook-pixel | Omega Facebook Pixels | facebook-multi-pixels omega-multi-facebook-pixels two-owls omegatheme.com
omnisend | Omnisend | omnisrc.com omnisend.com omnisend-email-marketing omnisnippet1.com omnisend-email-marketing-sms soundestlink.com
one-click-social-login | OneClick Social Login | oxiapps.com
onetrust | OneTrust | cookielaw.org onetrust.com
opinew | Opinew | opinew-reviews opinew.com
optimonk | OptiMonk | optimonk.com optimonk-popups optimonk-popup optimonk-exit-popup
orbe | Orbe | orbe-geolocation
order-printer-pro | Order Printer Pro | order-printer-pro-invoice
ordergroove | Ordergroove | ordergroove.com
outbrain | Outbrain | outbrain.com
pagefly | PageFly | pagefly.io pagefly-page-builder pagefly-landing-page-builder pagefly-extension
pandectes-gdpr-compliance | Pandectes GDPR | pandect.es pandectes pandectes-rules pandectes-gdpr
parcelpanel | ParcelPanel | parcelpanel.com parcelpanel-order-tracking parcel-panel parcelpanelwidget
paywhirl | PayWhirl | paywhirl.com paywhirl-subscriptions
pickystory | PickyStory | pickystory.com
pinterest | Pinterest | 3009811 pinimg.com
pixelyoursite | PixelYourSite | pixel-your-site pixelyoursite.com
plobal | Plobal Apps | plobalapps.com plobal-apps
poptin | Poptin | poptin-popups poptin.com
postscript-sms-marketing | Postscript | postscript.io 2328352 postscript postscript-sms
powerreviews | PowerReviews | powerreviews.com
powr | POWR | powr.io powr-form-builder powr-contact-form powr-popup powrcdn.com
pre-order-manager | Pre-Order Manager | preorder-manager spurit-preorder
preorder-now | Pre-Order Now | pre-order-now preorder-now-wod
printful | Printful | printful.com printful-embed
printify | Printify | printify.com
privy | Privy | privy.com privy-pop-ups-email-sms privy-popups
product-reviews | Product Reviews | shopify-product-reviews productreviews.shopifycdn.com productreviews.shopifyapps.com
provesource | ProveSource | provesrc.com provesource-social-proof
pushowl | PushOwl | pushowl.com pushowl-web-push brevo-pushowl pushowl-web-push-notifications
qikify | Qikify | qikify-smart-menu qikify-sales-kit qikify.com
reamaze | Re:amaze | reamaze.com reamaze-live-chat
rebuy | Rebuy | rebuyengine.com rebuy-personalization rebuy-engine rebuy-upsell
recart | Recart | recart.com recart-sms
reconvert-upsell-cross-sell | ReConvert | reconvert-cdn.com stilyoapps.com reconvert reconvert-upsell reconvert.app
referral-candy | ReferralCandy | referralcandy.com referralcandy referralcandy-affiliate
refersion | Refersion | refersion.com refersion-affiliate-marketing
replo | Replo | replo-page-builder replo.app reploedge.com
reputon | Reputon | reputon-reviews reputon.io reputon-google-reviews
returngo | ReturnGO | returngo-returns returngo.ai
revenuehunt | RevenueHunt Quiz | product-recommendation-quiz revenuehunt.com
reviews-io | REVIEWS.io | reviews.io reviews.co.uk reviewsio reviews-io-product-reviews
richpanel | Richpanel | richpanel-helpdesk richpanel.com
rise-ai | Rise.ai | rise-ai.com rise-gift-cards rise-ai-gift-cards
rivo | Rivo | rivo.io rivo-loyalty rivo-loyalty-referrals rivo-popups
rivyo | Rivyo | rivyo-product-reviews rivyo.com thimatic-reviews
route | Route | routeapp.io route-shipping-protection route-protection route.com
rubik-variant-images | Rubik Variant Images | rubik
ryviu | Ryviu | ryviu.com ryviu-product-reviews ryviu.io
sales-pop | Sales Pop | beeketing beeketing.com beeketing-sales-pop
scalapay | Scalapay | scalapay.com
schema-plus | Schema Plus for SEO | schemaplus schema-plus-for-seo schemaplus.io
seal-subscriptions | Seal Subscriptions | sealsubscriptions.com seal-subscriptions-app
search-and-discovery | Search & Discovery | shopify-search-discovery search-discovery
searchanise | Searchanise | searchserverapi.com searchanise.com smart-search-filter searchanise-search-filter smart-product-filter-and-search
section-store | Section Store | section-store-theme-sections
seguno | Seguno | seguno-email-marketing seguno.com
selleasy | Selleasy | selleasy-upsell-cross-sell logbase.io
sendinblue | Brevo | brevo brevo-email-marketing sibautomation.com sendinblue.com brevo.com
sendlane | Sendlane | sendlane.com sendlane-email-sms
seo-image-compression | SEO Image Compression |
sezzle | Sezzle | sezzle.com
shipping-bar | Free Shipping Bar | free-shipping-bar
shippo | Shippo | goshippo.com
shogun | Shogun | shogun.com getshogun.com shogun-page-builder shogun-landing-page-builder shoguncdn.com
shop-sheriff | Shop Sheriff | shop-sheriff-amp shopsheriff.com
shopify-bundles | Shopify Bundles | bundles
shopify-email | Shopify Email |
shopify-forms | Shopify Forms | forms
shoplift | Shoplift | 7521861633 shoplift-ab-testing shoplift.ai
shopmsg | ShopMessage | shopmessage shopmessage.me
shopmy | ShopMy | shopmy.us
skio | Skio | skio-subscriptions skio.com
slidecart | SlideCart | slide-cart slidecarthq slidecarthq.com
smart-seo | Smart SEO | smart-seo-by-sherpas
smart-wishlist | Smart Wishlist | smartwishlist webmarked.net smartwishlist.webmarked.net
smartrr | Smartrr | smartrr-subscriptions smartrr.com
smile-io | Smile.io | smile.io smile smile-loyalty smile-rewards smile-loyalty-rewards
smsbump | SMSBump | smsbump.com yotpo-smsbump yotpo-email-sms smsbump-sms-marketing
snapchat-ads | Snapchat Ads | 2556259
snapppt | Snapppt | snapppt.com
snapwidget | SnapWidget | snapwidget.com
social-snowball | Social Snowball | socialsnowball.io socialsnowball
socialwidget | SocialWidget | socialwidget-instagram
spin-a-sale | Spin-a-Sale | spinasale spinasale.com
spocket | Spocket | spocket.co
spurit | SpurIT | spurit.com
stamped-io | Stamped | stamped.io stamped stamped-product-reviews stamped-reviews stamped-io-product-reviews
stamped-loyalty | Stamped Loyalty | stamped-loyalty-rewards
stape-conversion-tracking | Stape | stape stape.io stape-server-gtm
starshipit | Starshipit | starshipit.com
stay-ai | Stay AI | stay-ai-subscriptions retextion stay.ai
store-locator-stockist | Stockist | stockist stockist-store-locator stockist.co
storemapper | Storemapper | storemapper.co storemapper-store-locator
storerocket | StoreRocket | storerocket.io
subscription-payments | Recharge | rechargecdn.com rechargepayments.com recharge-payments recharge recharge-subscriptions recharge-subscription
subscriptions-by-appstle | Appstle Subscriptions | appstle.com appstle-subscriptions appstle appstle-subscription
sufio | Sufio | sufio.com sufio-invoices
swatch-king | Swatch King | starapps starapps-variant-image variant-swatch-king starapps.studio
swym-wishlist | Swym Wishlist Plus | swym wishlist-plus swym-relay swymrelay.com swym.it swymv3free-01.azureedge.net swymv3starter-01.azureedge.net swymv3pro-01.azureedge.net swymv3premium-01.azureedge.net
t-lab-ai-language-translate | T Lab AI Language Translate |
tabby | Tabby | tabby.ai
taboola | Taboola | taboola.com
taggbox | Taggbox | taggbox.com tagshop
tamara | Tamara | tamara.co
tapcart | Tapcart | tapcart.com tapcart-mobile-app
tawk-to | tawk.to | tawk.to tawk tawk-to-chat
termly | Termly | termly.io
thimatic | Thimatic | thimatic-apps.com
tidio-chat | Tidio | tidio.co tidio tidio-live-chat tidio-live-chat-ai-chatbots tidiochat.com
tiktok | TikTok | 4383523 tiktok-channel
timesact | Timesact | timesact-pre-order timesact.com
tiny-img | TinyIMG | tinyimg tiny-seo-speed-image-optimizer tiny-img.com
tixel-multiple-tiktok-pixels | TiXel |
tolstoy-shoppable-video-quiz | Tolstoy | tolstoy.com gotolstoy.com tolstoy tolstoy-ai-video
tone-messaging | Tone | tonemessaging.com
trackify-x | Trackify X | trackify trackifyx redretarget.com trackifyapp.com
transcy | Transcy | transcy-multi-language transcy-translate-currency transcy.io
translate-and-adapt | Translate & Adapt | translate-adapt
triplewhale | Triple Whale | triplewhale.com 2753413 triple-whale triplewhale-pixel triple-whale-1 triplewhale-pixel.web.app
trusted-shops | Trusted Shops | trustedshops trustedshops.com trusted-shops-easy-integration
trustoo | Trustoo | trustoo.io trustoo-reviews trustoo-product-reviews
trustpilot-reviews | Trustpilot | trustpilot.com trustpilot trustpilot-review
typeform | Typeform | typeform.com
ultimate-trust-badges | Ultimate Trust Badges | conversionbear.com
upcart-cart-drawer | UpCart | upcart upcart-cart-drawer-upsell upcart-drawer
uppromote-affiliate | UpPromote | uppromote.com uppromote uppromote-affiliate-marketing secomapp.com af.uppromote.com
usercentrics | Usercentrics | usercentrics.eu usercentrics-cmp
userway | UserWay | userway.org userway-accessibility
vajro | Vajro | vajro-mobile-app vajro.com
videowise | Videowise | videowise.com reeview-app.com
visual-quiz-builder | Visual Quiz Builder | vqb visualquizbuilder.com
visually | Visually | visually-io visually-io.com
vitals | Vitals | vitals.app vitals.co vitals-app vitals-all-in-one appsolve.io vitals-reviews
vwo | VWO | visualwebsiteoptimizer.com wingify.com
webrex-ai-seo-schema | Webrex AI SEO & Schema |
weglot | Weglot | weglot.com weglot-translate weglot-language-translation
wetracked | wetracked.io | wetracked-io wetracked.io
wheelio | Wheelio | wheelio-app.com wheelio-spin-to-win
wholesale-club | Wholesale Club | wholesale-club-b2b orbitapps.com
wholesale-gorilla | Wholesale Gorilla | wholesalegorilla wholesalegorilla.app
willdesk | Willdesk | willdesk-live-chat willdesk.com
wisepops-popup-notifications | Wisepops | wisepops.net wisepops.com 461977 wisepops wisepops-popups
wiser | Wiser | wiser-recommendations wiser-ai-upsell wiser.expertvillagemedia.com expertvillagemedia.com
wishlist-hero | Wishlist Hero | wishlist-hero-app revampco.com
wishlist-king | Wishlist King | wishlistking wishlist-king-appmate appmate.io
xporter | Xporter | xporterapp.com
yotpo-loyalty-rewards | Yotpo Loyalty | cdn-loyalty.yotpo.com swell swellrewards.com yotpo-loyalty
yotpo-product-reviews-photos | Yotpo Reviews | yotpo.com yotpo yotpo-reviews yotpo-social-reviews yotpo-ugc yotpo-product-reviews
zapiet-store-pickup-delivery | Zapiet | zapiet zapiet.com zapiet-pickup-delivery
zendesk | Zendesk | zdassets.com zendesk-chat zopim.com zendesk.com
zendrop | Zendrop | zendrop.com zendrop-dropshipping
zepto-product-personalizer | Zepto Product Personalizer | zepto product-personalizer zeptoapps.com
zip-pay | Zip | quadpay.com zip.co
zipify-oneclickupsell | Zipify OCU | zipify.com ocu-in-checkout 4339901 zipify-ocu one-click-upsell zipify-one-click-upsell zipifyapps.com
zipify-pages | Zipify Pages | zipifypages zipify-pages-builder zipifypages.com
zoorix-bundle-kit | Zoorix | zoorix.com
`

/**
 * An app a line: handle in the app store, name unless the handle says it, aliases. An alias is
 * another handle of its blocks or the project name of its extensions; with a dot, a host (or its
 * parent) of its scripts; of digits, the `apiClientId` of its web pixel.
 */
export const APPS = `
17track | 17TRACK | 17track.net 17track-order-tracking 17track-tracking
accessibe | accessiBe | accessibe.com acsbapp.com accessibe-accesswidget
accessibly | | accessiblyapp.com
activecampaign | ActiveCampaign | trackcmp.net activecampaign.com active-campaign
adroll | AdRoll | adroll.com adroll-marketing
affirm | | affirm.com
afterpay | | afterpay.com
aftersell | AfterSell | aftersell-post-purchase aftersell.app aftersell.com
aftership-returns | AfterShip Returns | returns-center returnscenter.com
aftership-tracking | AfterShip | aftership.com aftership aftership-order-tracking automizely.com automizely-analytics.com
aimerce | | aimerce-pixel aimerce.ai
air-reviews | | air-product-reviews airreviews avada-air-reviews
ali-reviews | | alireviews.io kudosi-ali-reviews ali-reviews-product-reviews alireviews ali-product-reviews kudosi
alma | | getalma.eu almapay.com alma-installments
also-bought | | also-bought-by-code-black
ampify-me | AmpifyMe | ampify.me
analyzify | | analyzify-data-layer analyzify.app analyzify.net
areviews-aliexpress | Areviews | areviewsapp.com areviews
attentive | | attn.tv attentive-sms attentivemobile.com attentive-email-sms
autods | AutoDS | autods.com autods-dropshipping
avada-seo-suite | Avada SEO | avada-seo avada avada.io avada-email-marketing
axon | Axon (AppLovin) | axon-shop-integration 256560922625
back-in-stock | | backinstock.org back-in-stock-restock-alerts
back-in-stock-appikon | Appikon Back in Stock | appikon.com
bazaarvoice | | bazaarvoice.com
beae | | beae-page-builder beae.com
best-custom-product-options | BCPO | bcpo best-custom-product-options-bcpo bestcustomproductoptions.com
bing-ads | Microsoft Advertising | bat.bing.com
bold-commerce | | boldcommerce.com boldapps.net bold-product-options bold-subscriptions bold-upsell boldapps
bon-loyalty | BON Loyalty | bon-loyalty-rewards bonloyalty.com
boost-commerce | Boost AI Search & Filter | boostcommerce.net boost-ai-search-filter boost-ai-search-discovery product-filter-search mybcapps.com
booster-eu-cookie-bar | EU Cookie Bar | eu-cookie-bar
booster-seo | | booster-seo-image-optimizer booster-page-speed-optimizer boosterapps.com
bss-b2b | BSS B2B | bss-b2b-solution bsscommerce.com bss-b2b-wholesale
bucks | BUCKS Currency Converter | bucks-currency-converter helixo.co
buddha-mega-menu | | buddha-mega-menu-navigation buddhaapps.com
bundler | | bundler-product-bundles bundler.app
camouflage | | camouflage.app
candy-rack | | candyrack.ds-cdn.com candyrack candy-rack-upsell candyrack.app digismoothie.com
carro | | getcarro.com carro-brand-partnerships
carthook | CartHook | carthook.com carthook-post-purchase
cartloop | | cartloop.io
cartstack | CartStack | cartstack.com
chatway | | chatway-live-chat chatway.app
cj-dropshipping | CJdropshipping | cjdropshipping cjdropshipping.com
clearpay | | clearpay.co.uk clearpay.com
clerk-io | Clerk.io | clerk clerk.io
collective | Shopify Collective | shopify-collective
complianz | | complianz.io
consentmo-gdpr | Consentmo | consentmo.com consentmo consentmo-gdpr-compliance isenselabs.com gdprcdn.b-cdn.net
convert-experiences | | convertexperiments.com
cookiebot | | cookiebot.com cookiebot-cmp
cookieyes | CookieYes | cookieyes.com cookieyes-gdpr cdn-cookieyes.com
corso | | corso-green-shipping corso.com
countdown-timer-bar | | hextom-countdown-timer-bar
covet-pics | Covet.pics | covet covet.pics
cozy-country-redirect | | cozycountryredirect geo-redirect cozycountryredirect.com
crazy-egg | | crazyegg crazyegg.com
crisp | | crisp-chat crisp.chat crisp-live-chat
criteo | | criteo.com criteo.net
currency-converter-plus | | doubly doubly-currency-converter
customer-fields | | heliumdev.com
customily | | customily-product-personalizer customily.com
debutify | | debutify.com
deliverr | | deliverr.com
dialogue | | dialogue-ai
doofinder | | doofinder.com doofinder-search doofinder-search-discovery
drip | | getdrip.com drip-email-marketing
dsers | DSers | dsers-aliexpress-dropshipping dsers.com
easify-product-options | | easify easify-product-options-apo
eg-auto-add-to-cart | EG Auto Add to Cart | auto-add-to-cart eggflow.com
ekomi | eKomi | ekomi.de ekomiapps.de
elevar-conversion-tracking | Elevar | 2509311 elevar elevar-datalayer getelevar.com
elfsight | | elfsight.com elfsight-instagram-feed elfsightcdn.com elfsight-widgets elf.site
emotive-pixel | Emotive | emotivecdn.io emotiveapp.co
enzuzo | | enzuzo.com enzuzo-gdpr
equalweb | EqualWeb | equalweb.com
essential-announcement-bar | | essential-announcement-bar-banner essential-countdown-timer-bar essential-apps.com
facebook | Facebook & Instagram | 2329312 facebook-instagram
fast-bundle | | fastbundle fastbundle.co fast-bundle-product-bundles
feefo | | feefo.com
fera-product-reviews | Fera | fera.ai fera fera-reviews
fomo | | fomo-social-proof fomo.com usefomo.com
foursixty | | foursixty.com
foxkit | | foxecom foxify foxify-page-builder foxecom.com
frequently-bought-together | | frequently-bought-together-by-code-black codeblackbelt.com codeblackbelt
gelato | | gelato.com
gempages-builder | GemPages | gempages.net gempages gempages-landing-page-builder gem-pages gempages-v7 gempages-builder-landing-page
geo-pro | Geo:Pro | geo-pro-geolocation-redirects
geolizr | | geolizr.com
geolocation | | geolocation.shopifyapps.com
getresponse | GetResponse | getresponse.com getresponse-email-marketing gr-cdn.com
gift-reggie | | giftreggie gift-reggie-gift-registry
globo | | globosoftware.net globo-product-options globo-product-filter globosoftware globo.io
goaffpro | GoAffPro | goaffpro.com goaffpro-affiliate-marketing goaffpro-extension
gobot | | gobot-ai getgobot.com
google | Google & YouTube | 1780363 google-youtube
gorgias-live-chat-helpdesk | Gorgias | gorgias.chat gorgias.com gorgias.io gorgias gorgias-helpdesk gorgias.help gorgias-convert.com
growave | | growave.io ssw.growave.io growave-loyalty-wishlist growave-loyalty-rewards socialshopwave.com
growi-creator-management | Growi | growi
hextom | | hextom.com hextom-free-shipping-bar hextom-ultimate-sales-boost hextom-announcement-bar
honeycomb-upsell | | honeycomb honeycomb-upsell-funnels
hotjar | | hotjar.com hotjar.io
hubspot | HubSpot | hs-scripts.com hubspot.com hsforms.net hs-analytics.net
hulkapps | HulkApps | hulkapps.com hulk-product-options hulkapps-product-options hulk-form-builder hulkapps-form-builder
hyros | HYROS | hyros.com
in-cart-upsell | | incartupsell incartupsell.com in-cart-upsell-cross-sell
inbox | Shopify Inbox | shopify-inbox shopify-chat chat.shopifyapps.com inbox-online-store-chat
infinite-options | | shopinfiniteoptions infiniteoptions shoppad infinite-options-by-shoppad shoppad.net theshoppad.net
influencer-hero | | influencer-hero.com
instafeed | | instafeed.nfcube.com nfcube.com instafeed-instagram-feed instafeed-app
instant-ai-page-builder | | instant-shopify instant-page-builder instant.so
intelligems-a-b-testing | Intelligems | intelligems intelligems.io
intercom | | intercom.io intercomcdn.com intercom.com
iubenda | iubenda | iubenda.com
jebbit | | jebbit.com
joy-loyalty | | joy-loyalty-program joyapp joy-avada
json-ld-for-seo | JSON-LD for SEO | jsonld-for-seo
judge-me-product-reviews | Judge.me | judge.me judgeme-extensions judgeme 683015 judge-me-reviews judge-me judgeme-reviews judgeme.io judgemecdn.com
junip | | junip-reviews juniphq.com junip.co
justuno | | justuno.com justuno-pop-ups justuno-popups jst.ai
kaching-bundles | | kaching kaching-bundles-quantity-breaks kachingappz.app
kiwi-sizing | Kiwi Size Chart | kiwisizing.com kiwi-size-chart kiwi-size-chart-recommender
klarna-on-site-messaging | Klarna | klarnaservices.com klarna klarna.com klarna-messaging
klaviyo-email-marketing-sms | Klaviyo | klaviyo.com klaviyo 123074 klaviyo-email-marketing klaviyo-onsite-embed klaviyo-email-marketing-1 klaviyo-onsite
lai-product-reviews | LAI Product Reviews | lai-reviews lai-ali-reviews smartifyapps.com
langify | langify | langify-app.com langify-v2
langshop | LangShop | langshop.app langshop-translation devit.software
latitude-financial | | latitudefinancial.com
latitudepay | LatitudePay | latitudepayapps.com
laybuy | | laybuy.com
layouthub | LayoutHub | layouthub-page-builder layouthub.com
lightwidget | LightWidget | lightwidget.com
limespot | LimeSpot | limespot.com limespot-personalizer personalizer.io
littledata-the-data-layer | Littledata | littledata littledata.io
locksmith | | locksmith-access-control uselocksmith.com
loop-returns | | loop loop-returns-exchanges loopreturns.com
loop-subscriptions | | loopwork loopwork.co
loox | | loox.io loox-reviews loox-product-reviews loox-reviews-photos loox-inject loox-rating
loyalty-lion | LoyaltyLion | loyaltylion loyaltylion-rewards loyaltylion.com loyaltylion.net
lucky-orange | | luckyorange.com lucky-orange-heatmaps-replay luckyorange.net
mailchimp | | mailchimp-email-marketing mailchimp-email-sms chimpstatic.com list-manage.com mailchimp.com mcsv.net
mailerlite | MailerLite | mailerlite.com mailerlite-email-marketing
manychat | ManyChat | manychat.com
matrixify | | matrixify.app
mechanic | | mechanic.dev
microsoft-channel | | trafficmanager.net
microsoft-clarity | | clarity.ms clarity microsoft-clarity-app
mlveda | MLVeda Currency Converter | auto-currency-switcher mlveda.com
mntn | MNTN | mountain.com
monster-upsells | Monster Cart Upsell | monster-cart-upsell monsterapps.shop monster-upsell
nabu-facebook-pixel | | nabu nabu-pixel
narvar | | narvar.com narvar-returns
navidium | | navidium-shipping-protection navidiumapp.com
northbeam | | northbeam-pixel northbeam.io
nosto | | nosto.com nosto-personalization nosto-product-recommendations
notify-me | Notify! Back in Stock | notify-back-in-stock notifyme cross-sell.io
nudgify | | nudgify.com nudgify-social-proof
oberlo | | oberlo.com
octane-ai | | octane-ai-quizzes octaneai.com
okendo-reviews | Okendo | okendo.io okendo okendo-product-reviews okendo-reviews-loyalty
omega-facebook-pixel | Omega Facebook Pixels | facebook-multi-pixels omega-multi-facebook-pixels two-owls omegatheme.com
omnisend | | omnisrc.com omnisend.com omnisend-email-marketing omnisnippet1.com omnisend-email-marketing-sms soundestlink.com
one-click-social-login | OneClick Social Login | oxiapps.com
onetrust | OneTrust | cookielaw.org onetrust.com
opinew | | opinew-reviews opinew.com
optimonk | OptiMonk | optimonk.com optimonk-popups optimonk-popup optimonk-exit-popup
orbe | | orbe-geolocation
order-printer-pro | | order-printer-pro-invoice
ordergroove | | ordergroove.com
outbrain | | outbrain.com
pagefly | PageFly | pagefly.io pagefly-page-builder pagefly-landing-page-builder pagefly-extension
pandectes-gdpr-compliance | Pandectes GDPR | pandect.es pandectes pandectes-rules pandectes-gdpr
parcelpanel | ParcelPanel | parcelpanel.com parcelpanel-order-tracking parcel-panel parcelpanelwidget
paywhirl | PayWhirl | paywhirl.com paywhirl-subscriptions
pickystory | PickyStory | pickystory.com
pinterest | | 3009811 pinimg.com
pixelyoursite | PixelYourSite | pixel-your-site pixelyoursite.com
plobal | Plobal Apps | plobalapps.com plobal-apps
poptin | | poptin-popups poptin.com
postscript-sms-marketing | Postscript | postscript.io 2328352 postscript postscript-sms
powerreviews | PowerReviews | powerreviews.com
powr | POWR | powr.io powr-form-builder powr-contact-form powr-popup powrcdn.com
pre-order-manager | Pre-Order Manager | preorder-manager spurit-preorder
preorder-now | Pre-Order Now | pre-order-now preorder-now-wod
printful | | printful.com printful-embed
printify | | printify.com
privy | | privy.com privy-pop-ups-email-sms privy-popups
product-reviews | | shopify-product-reviews productreviews.shopifycdn.com productreviews.shopifyapps.com
provesource | ProveSource | provesrc.com provesource-social-proof
pushowl | PushOwl | pushowl.com pushowl-web-push brevo-pushowl pushowl-web-push-notifications
qikify | | qikify-smart-menu qikify-sales-kit qikify.com
reamaze | Re:amaze | reamaze.com reamaze-live-chat
rebuy | | rebuyengine.com rebuy-personalization rebuy-engine rebuy-upsell
recart | | recart.com recart-sms
reconvert-upsell-cross-sell | ReConvert | reconvert-cdn.com stilyoapps.com reconvert reconvert-upsell reconvert.app
referral-candy | ReferralCandy | referralcandy.com referralcandy referralcandy-affiliate
refersion | | refersion.com refersion-affiliate-marketing
replo | | replo-page-builder replo.app reploedge.com
reputon | | reputon-reviews reputon.io reputon-google-reviews
returngo | ReturnGO | returngo-returns returngo.ai
revenuehunt | RevenueHunt Quiz | product-recommendation-quiz revenuehunt.com
reviews-io | REVIEWS.io | reviews.io reviews.co.uk reviewsio reviews-io-product-reviews
richpanel | | richpanel-helpdesk richpanel.com
rise-ai | Rise.ai | rise-ai.com rise-gift-cards rise-ai-gift-cards
rivo | | rivo.io rivo-loyalty rivo-loyalty-referrals rivo-popups
rivyo | | rivyo-product-reviews rivyo.com thimatic-reviews
route | | routeapp.io route-shipping-protection route-protection route.com
rubik-variant-images | | rubik
ryviu | | ryviu.com ryviu-product-reviews ryviu.io
sales-pop | | beeketing beeketing.com beeketing-sales-pop
scalapay | | scalapay.com
schema-plus | Schema Plus for SEO | schemaplus schema-plus-for-seo schemaplus.io
seal-subscriptions | | sealsubscriptions.com seal-subscriptions-app
search-and-discovery | Search & Discovery | shopify-search-discovery search-discovery
searchanise | | searchserverapi.com searchanise.com smart-search-filter searchanise-search-filter smart-product-filter-and-search
section-store | | section-store-theme-sections
seguno | | seguno-email-marketing seguno.com
selleasy | | selleasy-upsell-cross-sell logbase.io
sendinblue | Brevo | brevo brevo-email-marketing sibautomation.com sendinblue.com brevo.com
sendlane | | sendlane.com sendlane-email-sms
seo-image-compression | SEO Image Compression |
sezzle | | sezzle.com
shipping-bar | Free Shipping Bar | free-shipping-bar
shippo | | goshippo.com
shogun | | shogun.com getshogun.com shogun-page-builder shogun-landing-page-builder shoguncdn.com
shop-sheriff | | shop-sheriff-amp shopsheriff.com
shopify-bundles | | bundles
shopify-email | Shopify Email |
shopify-forms | | forms
shoplift | | 7521861633 shoplift-ab-testing shoplift.ai
shopmsg | ShopMessage | shopmessage shopmessage.me
shopmy | ShopMy | shopmy.us
skio | | skio-subscriptions skio.com
slidecart | SlideCart | slide-cart slidecarthq slidecarthq.com
smart-seo | | smart-seo-by-sherpas
smart-wishlist | | smartwishlist webmarked.net smartwishlist.webmarked.net
smartrr | | smartrr-subscriptions smartrr.com
smile-io | Smile.io | smile.io smile smile-loyalty smile-rewards smile-loyalty-rewards
smsbump | SMSBump | smsbump.com yotpo-smsbump yotpo-email-sms smsbump-sms-marketing
snapchat-ads | | 2556259
snapppt | | snapppt.com
snapwidget | SnapWidget | snapwidget.com
social-snowball | | socialsnowball.io socialsnowball
socialwidget | SocialWidget | socialwidget-instagram
spin-a-sale | Spin-a-Sale | spinasale spinasale.com
spocket | | spocket.co
spurit | SpurIT | spurit.com
stamped-io | Stamped | stamped.io stamped stamped-product-reviews stamped-reviews stamped-io-product-reviews
stamped-loyalty | | stamped-loyalty-rewards
stape-conversion-tracking | Stape | stape stape.io stape-server-gtm
starshipit | | starshipit.com
stay-ai | | stay-ai-subscriptions retextion stay.ai
store-locator-stockist | Stockist | stockist stockist-store-locator stockist.co
storemapper | | storemapper.co storemapper-store-locator
storerocket | StoreRocket | storerocket.io
subscription-payments | Recharge | rechargecdn.com rechargepayments.com recharge-payments recharge recharge-subscriptions recharge-subscription
subscriptions-by-appstle | Appstle Subscriptions | appstle.com appstle-subscriptions appstle appstle-subscription
sufio | | sufio.com sufio-invoices
swatch-king | | starapps starapps-variant-image variant-swatch-king starapps.studio
swym-wishlist | Swym Wishlist Plus | swym wishlist-plus swym-relay swymrelay.com swym.it swymv3free-01.azureedge.net swymv3starter-01.azureedge.net swymv3pro-01.azureedge.net swymv3premium-01.azureedge.net
t-lab-ai-language-translate | T Lab AI Language Translate |
tabby | | tabby.ai
taboola | | taboola.com
taggbox | | taggbox.com tagshop
tamara | | tamara.co
tapcart | | tapcart.com tapcart-mobile-app
tawk-to | tawk.to | tawk.to tawk tawk-to-chat
termly | | termly.io
thimatic | | thimatic-apps.com
tidio-chat | Tidio | tidio.co tidio tidio-live-chat tidio-live-chat-ai-chatbots tidiochat.com
tiktok | TikTok | 4383523 tiktok-channel
timesact | | timesact-pre-order timesact.com
tiny-img | TinyIMG | tinyimg tiny-seo-speed-image-optimizer tiny-img.com
tixel-multiple-tiktok-pixels | TiXel |
tolstoy-shoppable-video-quiz | Tolstoy | tolstoy.com gotolstoy.com tolstoy tolstoy-ai-video
tone-messaging | Tone | tonemessaging.com
trackify-x | | trackify trackifyx redretarget.com trackifyapp.com
transcy | | transcy-multi-language transcy-translate-currency transcy.io
translate-and-adapt | Translate & Adapt | translate-adapt
triplewhale | Triple Whale | triplewhale.com 2753413 triple-whale triplewhale-pixel triple-whale-1 triplewhale-pixel.web.app
trusted-shops | | trustedshops trustedshops.com trusted-shops-easy-integration
trustoo | | trustoo.io trustoo-reviews trustoo-product-reviews
trustpilot-reviews | Trustpilot | trustpilot.com trustpilot trustpilot-review
typeform | | typeform.com
ultimate-trust-badges | | conversionbear.com
upcart-cart-drawer | UpCart | upcart upcart-cart-drawer-upsell upcart-drawer
uppromote-affiliate | UpPromote | uppromote.com uppromote uppromote-affiliate-marketing secomapp.com af.uppromote.com
usercentrics | | usercentrics.eu usercentrics-cmp
userway | UserWay | userway.org userway-accessibility
vajro | | vajro-mobile-app vajro.com
videowise | | videowise.com reeview-app.com
visual-quiz-builder | | vqb visualquizbuilder.com
visually | | visually-io visually-io.com
vitals | | vitals.app vitals.co vitals-app vitals-all-in-one appsolve.io vitals-reviews
vwo | VWO | visualwebsiteoptimizer.com wingify.com
webrex-ai-seo-schema | Webrex AI SEO & Schema |
weglot | | weglot.com weglot-translate weglot-language-translation
wetracked | wetracked.io | wetracked-io wetracked.io
wheelio | | wheelio-app.com wheelio-spin-to-win
wholesale-club | | wholesale-club-b2b orbitapps.com
wholesale-gorilla | | wholesalegorilla wholesalegorilla.app
willdesk | | willdesk-live-chat willdesk.com
wisepops-popup-notifications | Wisepops | wisepops.net wisepops.com 461977 wisepops wisepops-popups
wiser | | wiser-recommendations wiser-ai-upsell wiser.expertvillagemedia.com expertvillagemedia.com
wishlist-hero | | wishlist-hero-app revampco.com
wishlist-king | | wishlistking wishlist-king-appmate appmate.io
xporter | | xporterapp.com
yotpo-loyalty-rewards | Yotpo Loyalty | cdn-loyalty.yotpo.com swell swellrewards.com yotpo-loyalty
yotpo-product-reviews-photos | Yotpo Reviews | yotpo.com yotpo yotpo-reviews yotpo-social-reviews yotpo-ugc yotpo-product-reviews
zapiet-store-pickup-delivery | Zapiet | zapiet zapiet.com zapiet-pickup-delivery
zendesk | | zdassets.com zendesk-chat zopim.com zendesk.com
zendrop | | zendrop.com zendrop-dropshipping
zepto-product-personalizer | | zepto product-personalizer zeptoapps.com
zip-pay | Zip | quadpay.com zip.co
zipify-oneclickupsell | Zipify OCU | zipify.com ocu-in-checkout 4339901 zipify-ocu one-click-upsell zipify-one-click-upsell zipifyapps.com
zipify-pages | | zipifypages zipify-pages-builder zipifypages.com
zoorix-bundle-kit | Zoorix | zoorix.com
`

/** The first words of shop names combine a stem and an ending: 64 × 32 invented names. */
export const STEMS = (
  'Lum Vel Nor Bri Cas Del Fen Gar Hal Iv Jun Kal Lor Mar Nev Or Pel Quin Ros Sal Tam Ur Val Wil Xan Yar Zel Ald Bel Cor Dor El ' +
  'Far Gil Hol Isl Jas Kor Lin Mer Nil Ost Pan Rav Sol Tor Und Ver Wes Yel Zan Ash Bram Cal Dun Em Fal Gren Hav Il Jor Kes Lar Mont'
).split(' ')

export const ENDINGS =
  'ora ista enne wick vale ario etta ona una elle inde umi ava ino esse alo iva orin ane ulo emi aro ysa ette andi iro ola enza ique omi ade isk'.split(
    ' ',
  )

/** Names of single products, the same in all languages. */
export const SERIES = (
  'Aurora Solstice Juniper Meridian Halcyon Willow Ember Tidal Cirrus Marlow Sorrel Vesper Atlas Fable Indigo Larkspur Nimbus Onyx Petra Quill ' +
  'Rowan Saffron Thistle Umbra Verity Wren Yarrow Zephyr Alba Basil Cove Dune Echo Fern Grove Haze Isla Jade Kite Luna Mist Nova Opal Pine Reed Sage Tern Vale'
).split(' ')

/** Names of hosts that are not shops combine two of these. */
export const NOISE_FIRST = (
  'alder amber anchor apex arbor argon aspen atlas azure beacon birch blue bright canyon cedar chalk cipher clear cloud cobalt copper coral crest crystal ' +
  'dawn delta drift dusk eagle echo elm ember falcon fern fjord flint forge fox frost gamma garnet glade gold granite green grove harbor hawk hazel helio ' +
  'hollow indigo iron ivory jade juniper kelp kestrel lake larch laurel leaf lilac lime linden lion lotus lunar lynx maple marble meadow mint mono moss nimbus ' +
  'nord nova oak ocean olive onyx opal orbit orchid otter owl pearl pine pixel plum polar quartz quick raven reed'
).split(' ')

export const NOISE_SECOND = (
  'academy agency airways analytics apps archive arts assist base bank bay bits board bridge broker build bureau byte camp capital care cast center charter ' +
  'church city clinic club code college connect council craft data dental design desk dev digital dynamics edge energy engine estate event family farm field ' +
  'film finance fleet flow force forum foundry fund gate grid group guild health heights host hotel hub insure journal kids labs lane law library link lodge ' +
  'logic logistics mail media medical metrics mill mobile motel museum music net news node office park parish partners path pay physio point port press radio'
).split(' ')

/** Left-most labels of such hosts. */
export const NOISE_LABELS =
  'www mail api app dev staging portal vpn cpanel webmail autodiscover ftp blog shop-api cdn static status git ci grafana auth login intranet test demo m docs wiki crm jira'.split(
    ' ',
  )

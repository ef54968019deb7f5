/** What a product's options choose between, judged by the option names, in the languages of the product. */
export type OptionKind = 'size' | 'colour' | 'material' | 'style' | 'count' | 'scent' | 'length' | 'plug'

const KINDS: [OptionKind, RegExp][] = [
  ['size', /\b(?:size|groesse|grosse|taille|talla|tamano|tamanho|beden|boyut|taglia|maat)\b|サイズ/u],
  ['colour', /\b(?:colou?r|farbe|couleur|color|cor|renk|colore|kleur)s?\b|カラー|色/u],
  ['material', /\b(?:material|fabric|stoff|matiere|tejido|tecido|kumas|materiale|materiaal)s?\b|素材/u],
  [
    'count',
    /\b(?:quantity|pack|pieces|bundle|menge|anzahl|quantite|cantidad|quantidade|adet|miktar|set)\b|数量/u,
  ],
  ['scent', /\b(?:scent|flavou?r|fragrance|duft|geschmack|parfum|gout|aroma|sabor|koku|tat)\b|香り|味/u],
  ['length', /\b(?:length|lange|longueur|largo|comprimento|uzunluk)\b/u],
  ['plug', /\b(?:plug|stecker|prise|enchufe|ships? from|versand aus)\b/u],
  ['style', /\b(?:style|type|model|design|variant|stil|typ|modell|modele|estilo|modelo|tarz)\b|タイプ/u],
]

const plain = (text: string): string =>
  text
    .slice(0, 80)
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .trim()

type Option = { name: string; values: readonly string[] }

/** The platform gives this option to every product without options. */
const isReal = ({ values }: Option): boolean => values.length > 1 || !/^default/i.test(values[0] ?? 'default')

export function optionKinds(options: readonly Option[]): OptionKind[] {
  const names = options.filter(isReal).map(({ name }) => plain(name))
  return KINDS.flatMap(([kind, pattern]) => (names.some((name) => pattern.test(name)) ? [kind] : []))
}

const SIZE_VALUE =
  /^(?:\d*x{0,4}[sml]|\d+(?:[.,]\d+)?(?: ?(?:cm|mm|in|eu|us|uk|m|l|ml|g|kg))?|one size|small|medium|large)$/u
/** Fewer values say nothing: half of all shops offer black and white. */
const LEAST_VALUES = 4
const MOST_VALUES = 30

/**
 * The option values as one text, equal in shops that copied a supplier's list. Null if they say too little, such as sizes, which are the
 * same for all clothes.
 */
export function variantShape(options: readonly Option[]): string | null {
  const lists = options.filter(isReal).map(({ values }) => values.slice(0, MOST_VALUES).map(plain))
  const telling = lists.filter((values) => values.some((value) => !SIZE_VALUE.test(value)))
  if (telling.reduce((sum, values) => sum + values.length, 0) < LEAST_VALUES) return null
  return lists
    .map((values) => values.toSorted().join(','))
    .toSorted()
    .join('|')
}

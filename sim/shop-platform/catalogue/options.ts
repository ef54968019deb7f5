import { inLanguages, type Language } from './languages.ts'
import type { OptionKind } from './verticals.ts'

type Words = Record<Language, string>

export const OPTION_NAMES: Record<OptionKind, Words> = {
  size: inLanguages('Size|Größe|Taille|Talla|Taglia|Maat|Beden|Tamanho|サイズ'),
  colour: inLanguages('Color|Farbe|Couleur|Color|Colore|Kleur|Renk|Cor|カラー'),
  scent: inLanguages('Scent|Duft|Parfum|Aroma|Profumo|Geur|Koku|Aroma|香り'),
  volume: inLanguages('Volume|Inhalt|Contenance|Volumen|Volume|Inhoud|Hacim|Volume|容量'),
  pack: inLanguages('Pack|Packung|Lot|Pack|Confezione|Verpakking|Paket|Embalagem|セット'),
  'shoe-size': inLanguages('Size|Größe|Pointure|Talla|Numero|Maat|Numara|Número|サイズ'),
  'ring-size': inLanguages(
    'Ring size|Ringgröße|Taille de bague|Talla de anillo|Misura|Ringmaat|Yüzük ölçüsü|Tamanho do anel|号数',
  ),
  format: inLanguages('Format|Format|Format|Formato|Formato|Formaat|Format|Formato|形式'),
  none: inLanguages('Title|Title|Title|Title|Title|Title|Title|Title|Title'),
}

const COLOURS = [
  'Black|Schwarz|Noir|Negro|Nero|Zwart|Siyah|Preto|ブラック',
  'White|Weiß|Blanc|Blanco|Bianco|Wit|Beyaz|Branco|ホワイト',
  'Sand|Sand|Sable|Arena|Sabbia|Zand|Kum|Areia|サンド',
  'Forest Green|Waldgrün|Vert forêt|Verde bosque|Verde bosco|Bosgroen|Orman Yeşili|Verde floresta|フォレストグリーン',
  'Navy|Marineblau|Bleu marine|Azul marino|Blu navy|Marineblauw|Lacivert|Azul-marinho|ネイビー',
  'Terracotta|Terrakotta|Terracotta|Terracota|Terracotta|Terracotta|Kiremit|Terracota|テラコッタ',
  'Rose|Rosé|Rose|Rosa|Rosa|Roze|Gül|Rosa|ローズ',
  'Grey|Grau|Gris|Gris|Grigio|Grijs|Gri|Cinza|グレー',
].map(inLanguages)

const SCENTS = [
  'Cedar|Zeder|Cèdre|Cedro|Cedro|Ceder|Sedir|Cedro|シダー',
  'Fig|Feige|Figue|Higo|Fico|Vijg|İncir|Figo|フィグ',
  'Lavender|Lavendel|Lavande|Lavanda|Lavanda|Lavendel|Lavanta|Lavanda|ラベンダー',
  'Vanilla|Vanille|Vanille|Vainilla|Vaniglia|Vanille|Vanilya|Baunilha|バニラ',
  'Sea Salt|Meersalz|Sel marin|Sal marina|Sale marino|Zeezout|Deniz Tuzu|Sal marinho|シーソルト',
].map(inLanguages)

const FORMATS = [
  'Standard|Standard|Standard|Estándar|Standard|Standaard|Standart|Padrão|スタンダード',
  'Gift|Geschenk|Cadeau|Regalo|Regalo|Cadeau|Hediye|Presente|ギフト',
  'Refill|Nachfüllung|Recharge|Recarga|Ricarica|Navulling|Yedek|Refil|詰め替え',
].map(inLanguages)

const same = (values: string[]): Words[] =>
  values.map((value) => inLanguages(Array(9).fill(value).join('|')))

const OPTION_VALUES: Record<OptionKind, Words[]> = {
  size: same(['XS', 'S', 'M', 'L', 'XL', 'XXL']),
  colour: COLOURS,
  scent: SCENTS,
  volume: same(['30 ml', '50 ml', '100 ml', '250 ml', '500 ml']),
  pack: same(['1', '2', '3', '6']),
  'shoe-size': same(['36', '37', '38', '39', '40', '41', '42', '43', '44']),
  'ring-size': same(['50', '52', '54', '56', '58']),
  format: FORMATS,
  none: same(['Default Title']),
}

export const optionValues = (kind: OptionKind, language: Language): string[] =>
  OPTION_VALUES[kind].map((words) => words[language])

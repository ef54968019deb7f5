import { at, fraction, hash, randomFor, type Random } from '../random.ts'
import { SERIES } from './catalogue/brand-words.ts'
import {
  DROPSHIP_ITEMS,
  dropshipPicture,
  type DropshipItem,
  RETITLES,
} from './catalogue/dropship-items.ts'
import type { Language } from './catalogue/languages.ts'
import { OPTION_NAMES, optionValues } from './catalogue/options.ts'
import { ITEM_SENTENCES } from './catalogue/texts.ts'
import type { OptionKind, Shape } from './catalogue/verticals.ts'
import { asciiSlug, wordSlug } from './brand.ts'
import { imageIdAt, productIdAt, variantIdAt } from './platform-ids.ts'
import { pictureFile } from './pictures/picture-file.ts'
import { lifeOf, type ProductLife } from './product-life.ts'
import { ADDED, type ProductSlot } from './product-list.ts'
import type { ShopProfile } from './shop-profile.ts'
import { DAY_MS } from '../time.ts'

export type Variant = {
  id: number
  title: string
  options: [string, string | null]
  sku: string
  priceMinor: number
  /** As published: a text such as `"0.00"` is common and means nothing. */
  compareAtMinor: number | null
  available: boolean
}

export type Picture = { id: number; file: string; atMs: number }

export type Product = {
  slot: ProductSlot
  id: number
  title: string
  handle: string
  bodyHtml: string | null
  vendor: string
  type: string
  tags: string[]
  options: { name: string; values: string[] }[]
  variants: Variant[]
  pictures: Picture[]
  updatedMs: number
}

type Item = {
  title: string
  slug: string
  noun: string
  priceUsd: number
  shape: Shape
  options: OptionKind[]
  wholesale: number | null
}

export function productOf(
  seed: number,
  profile: ShopProfile,
  slot: ProductSlot,
  nowMs: number,
): Product {
  const random = randomFor(profile.key, 'product', slot.number)
  const item = itemOf(seed, profile, slot)
  const offset = slot.number % ADDED
  const options = optionsOf(random, item, profile.brand.country.language)
  const pictures = picturesOf(random, profile, slot, item)
  const life = lifeOf(profile, slot, nowMs)
  return {
    slot,
    id: productIdAt(slot.createdMs, offset, profile.pod),
    title: item.title,
    handle: handleOf(item, slot.number),
    bodyHtml: random.chance(0.02) ? null : bodyOf(random, item, profile),
    vendor: random.chance(0.85) ? profile.brand.name : asciiSlug(profile.shop.split('.')[0] ?? ''),
    type: random.chance(0.25) ? '' : item.noun,
    tags: tagsOf(random, item),
    options,
    variants: variantsOf(random, profile, slot, item, options).map((variant) =>
      atNow(profile, variant, life),
    ),
    pictures,
    updatedMs: Math.min(nowMs, Math.max(slot.createdMs, slot.publishedMs, life.changedMs ?? 0)),
  }
}

/** Handle of a product, without building the whole product. */
export const productHandle = (seed: number, profile: ShopProfile, slot: ProductSlot): string =>
  handleOf(itemOf(seed, profile, slot), slot.number)

/** Words for shops in a right-to-left language; their addresses stay Latin, as is usual. */
const ARABIC_NOUNS = ['حقيبة', 'عطر', 'ساعة', 'قميص', 'مصباح', 'وسادة', 'كوب', 'عباية']
const isArabic = ({ brand }: ShopProfile): boolean => brand.country.locale === 'ar'

const NAMES_PER_SHOP = 8 * SERIES.length

function itemOf(seed: number, profile: ShopProfile, slot: ProductSlot): Item {
  const wholesale = wholesaleNumber(seed, profile, slot)
  const language = profile.brand.country.language
  if (wholesale !== null)
    return wholesaleItem(profile, at(DROPSHIP_ITEMS, wholesale), wholesale, language)
  const { vertical } = profile.brand
  const noun = at(vertical.nouns, slot.number)
  const series = at(SERIES, Math.floor(slot.number / 8) * 5 + (profile.key % SERIES.length))
  const round = Math.floor(slot.number / NAMES_PER_SHOP)
  const word = noun.words[language]
  const slugWord = wordSlug(language === 'ja' ? noun.words.en : word)
  const isNameFirst = language === 'en' || language === 'ja' || language === 'tr'
  const title = isArabic(profile)
    ? `${at(ARABIC_NOUNS, slot.number)} ${series}`
    : isNameFirst
      ? `${series} ${word}`
      : `${word} ${series}`
  const slug = isNameFirst ? `${wordSlug(series)}-${slugWord}` : `${slugWord}-${wordSlug(series)}`
  return {
    title: round > 0 ? `${title} No. ${round + 1}` : title,
    slug: round > 0 ? `${slug}-no-${round + 1}` : slug,
    noun: word,
    priceUsd: noun.priceUsd,
    shape: noun.shape,
    wholesale: null,
    options: vertical.options,
  }
}

/** The wholesale item in this slot. On some days many shops add the same few items. */
function wholesaleNumber(
  seed: number,
  { key, plan, launchedMs }: ShopProfile,
  slot: ProductSlot,
): number | null {
  const count = DROPSHIP_ITEMS.length
  if (slot.addedDay !== null) {
    const followsFashion =
      fraction(key, 'fashion', slot.addedDay) < 0.25 + plan.wholesaleShare * 0.6
    return followsFashion ? fashionOf(seed, slot.addedDay, hash(key, slot.addedDay)) : null
  }
  if (slot.number >= count || fraction(key, 'wholesale', slot.number) >= plan.wholesaleShare)
    return null
  if (slot.number === 0) return fashionOf(seed, Math.floor(launchedMs / DAY_MS), key)
  return (key + slot.number * 7) % count
}

/** One of the three items in fashion on a day; the strongest is chosen half of the time. */
function fashionOf(seed: number, day: number, choice: number): number {
  const rank = choice % 4 < 2 ? 0 : choice % 4 === 2 ? 1 : 2
  // A fashion lasts a few days: the strongest item changes every third day.
  return hash(seed, 'fashion', Math.floor((day + rank) / 3), rank) % DROPSHIP_ITEMS.length
}

function wholesaleItem(
  profile: ShopProfile,
  item: DropshipItem,
  number: number,
  language: Language,
): Item {
  // Careless resellers keep the supplier's English title.
  const word = item.words[fraction(profile.key, 'untranslated') < 0.3 ? 'en' : language]
  const title = at(RETITLES, hash(profile.key, 'retitle', number))
    .replace('{}', word)
    .replace('{brand}', profile.brand.name)
  return {
    title,
    slug: wordSlug(language === 'ja' ? item.words.en : word),
    noun: word,
    priceUsd: item.priceUsd,
    shape: item.shape,
    options: [item.option],
    wholesale: number,
  }
}

const handleOf = (item: Item, number: number): string =>
  number >= ADDED || item.slug === ''
    ? `${item.slug || 'item'}-${(number % ADDED).toString(36)}`
    : item.slug + (item.wholesale === null ? '' : `-${item.wholesale}`)

function bodyOf(random: Random, item: Item, profile: ShopProfile): string {
  const language = profile.brand.country.language
  const first = random.int(0, 2)
  const sentence = (index: number): string =>
    at(ITEM_SENTENCES, index)[language].replaceAll('{item}', item.noun)
  const list = random.chance(0.4) ? `\n<ul>\n<li>${sentence(first + 2)}</li>\n</ul>` : ''
  return `<p>${sentence(first)} ${sentence(first + 1)}</p>${list}`
}

function tagsOf(random: Random, item: Item): string[] {
  const tags = random.chance(0.3) ? [] : [item.noun]
  if (random.chance(0.3)) tags.push('new')
  if (random.chance(0.2)) tags.push('gift')
  return tags
}

function optionsOf(random: Random, item: Item, language: Language): Product['options'] {
  const kinds = item.options.filter((kind) => kind !== 'none' && random.chance(0.6)).slice(0, 2)
  if (kinds.length === 0) return [{ name: 'Title', values: ['Default Title'] }]
  return kinds.map((kind, position) => {
    const values = optionValues(kind, language)
    const count = Math.min(values.length, random.int(2, position === 0 ? 4 : 3))
    const first = random.int(0, values.length - count)
    return { name: OPTION_NAMES[kind][language], values: values.slice(first, first + count) }
  })
}

function variantsOf(
  random: Random,
  profile: ShopProfile,
  slot: ProductSlot,
  item: Item,
  options: Product['options'],
): Variant[] {
  const priceMinor = priceOf(random, profile, item)
  const compareAt = compareAtOf(random, priceMinor, profile.brand.country.minorDigits)
  const combinations = (options[0]?.values ?? []).flatMap((first) =>
    (options[1]?.values ?? [null]).map((second) => [first, second] as [string, string | null]),
  )
  const sku = `${profile.brand.domain.slice(0, 3).toUpperCase()}-${(slot.number % ADDED) + 100}`
  return combinations.map((values, index) => ({
    id: variantIdAt(slot.createdMs, (slot.number % ADDED) * 12 + index, profile.pod),
    title: values.filter((value) => value !== null).join(' / '),
    options: values,
    sku: combinations.length === 1 ? sku : `${sku}-${index + 1}`,
    priceMinor,
    compareAtMinor: compareAt,
    available: random.chance(0.93),
  }))
}

function priceOf(random: Random, profile: ShopProfile, item: Item): number {
  const { rate, minorDigits } = profile.brand.country
  const amount = item.priceUsd * rate * random.between(0.8, 1.35)
  if (minorDigits === 0) return Math.max(100, Math.round(amount / 10) * 10)
  const step = rate > 10 ? 10 : 1
  const whole = Math.max(step, Math.round(amount / step) * step)
  const unit = 10 ** minorDigits
  return whole * unit - (at([1, 5, 10, 0, 1], profile.key) * unit) / 100
}

// Measured on real catalogues: about half of the published values are "0.00", and a quarter equal
// the price.
function compareAtOf(random: Random, priceMinor: number, minorDigits: number): number | null {
  const share = random.next()
  if (share < 0.6) return null
  if (share < 0.72) return 0
  if (share < 0.8) return priceMinor
  if (share < 0.81) return Math.round(priceMinor * 0.8)
  const former = Math.round((priceMinor * random.between(1.15, 1.9)) / 100) * 100
  return minorDigits === 0 ? Math.round(former / 10) * 10 : former
}

function picturesOf(
  random: Random,
  profile: ShopProfile,
  slot: ProductSlot,
  item: Item,
): Picture[] {
  const count = random.int(1, 3)
  return Array.from({ length: count }, (_, index) => ({
    id: imageIdAt(slot.createdMs, (slot.number % ADDED) * 3 + index, profile.pod),
    file:
      item.wholesale === null
        ? pictureFile(
            `${item.slug || 'product'}-${index + 1}`,
            item.shape,
            hash(profile.key, slot.number),
            index,
          )
        : supplierFile(profile, item.wholesale, item.shape, index),
    atMs: slot.createdMs - 60_000,
  }))
}

function supplierFile(
  { key }: ShopProfile,
  wholesale: number,
  shape: Shape,
  index: number,
): string {
  const { stem, number } = dropshipPicture(key, wholesale, index)
  return pictureFile(stem, shape, hash('supplier', wholesale), number)
}

function atNow(
  profile: ShopProfile,
  variant: Variant,
  { isSoldOut, priceFactor }: ProductLife,
): Variant {
  const priceMinor =
    priceFactor === 1
      ? variant.priceMinor
      : rounded(variant.priceMinor * priceFactor, profile.brand.country)
  return { ...variant, priceMinor, available: variant.available && !isSoldOut }
}

const rounded = (minor: number, { minorDigits }: ShopProfile['brand']['country']): number => {
  const step = minorDigits === 0 ? 10 : 10 ** (minorDigits - 1)
  return Math.max(step, Math.round(minor / step) * step)
}

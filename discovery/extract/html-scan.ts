/** Part of the page that contains an element; contact facts in the footer are more trustworthy than elsewhere. */
export type Region = 'header' | 'footer' | 'page'

export type ScannedScript = {
  id: string
  type: string
  src: string
  attributes: Record<string, string>
  text: string
}

/** Result of one streaming pass over a page. All lists are capped, so a page of any size gives a value of bounded size. */
export type HtmlScan = {
  lang: string | null
  title: string | null
  bodyClass: string
  baseHref: string | null
  canonical: string | null
  /** `name`, `property` or `itemprop` in lower case, in document order. */
  metas: { name: string; content: string }[]
  scripts: ScannedScript[]
  /** Addresses of frames, pictures and links that may carry a tracker id. */
  resources: string[]
  /** `mailto:`, `tel:`, messenger and protected e-mail links. */
  contactLinks: { href: string; text: string; region: Region }[]
  logos: { src: string; rule: string }[]
  formActions: string[]
  /** Links of any kind, as written; `label` = aria-label or title. */
  links: { href: string; label: string; region: Region }[]
  /** `<link rel="alternate" hreflang>`. */
  alternates: string[]
  /** Values of the shop's own language menus. */
  localeOptions: string[]
  /** Names of payment brand pictures: ids (`pi-visa`), titles, labels, file names. */
  paymentMarks: string[]
  /** A form that sends a message to the shop through the platform. */
  hasContactForm: boolean
  hiddenInputs: { name: string; value: string }[]
  /** Hex of e-mail addresses that a proxy has encoded (`data-cfemail`). */
  protectedEmails: { hex: string; region: Region }[]
  /** Platform comments that announce an app: `shopify://apps/<handle>/blocks/<block>/`. */
  appBlocks: { handle: string; block: string }[]
  /** Visible text by block element. `INLINE_BREAK` marks the boundaries of inline elements. */
  textBlocks: { text: string; region: Region }[]
  /** `<time datetime>` inside an article or blog card. */
  articleTimes: string[]
  /** A cap ended the pass early. */
  isTruncated: boolean
}

/** Marks where an inline element began or ended; neither a space nor nothing, see `email-text.ts`. */
export const INLINE_BREAK = '\u2063'

export function emptyScan(): HtmlScan {
  return {
    lang: null,
    title: null,
    bodyClass: '',
    baseHref: null,
    canonical: null,
    metas: [],
    scripts: [],
    resources: [],
    contactLinks: [],
    logos: [],
    formActions: [],
    links: [],
    alternates: [],
    localeOptions: [],
    paymentMarks: [],
    hasContactForm: false,
    hiddenInputs: [],
    protectedEmails: [],
    appBlocks: [],
    textBlocks: [],
    articleTimes: [],
    isTruncated: false,
  }
}

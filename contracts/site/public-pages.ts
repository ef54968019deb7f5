/**
 * Public pages meant for search engines, keyed by the name of their texts (`pages:meta.<name>`).
 */
export const publicPages = {
  home: '/',
  sample: '/sample',
  pricing: '/pricing',
  freshness: '/freshness',
  leadScore: '/lead-score',
  about: '/about',
  blog: '/blog',
  contact: '/contact',
  register: '/register',
  login: '/login',
  optOut: '/opt-out',
  privacy: '/privacy',
  terms: '/terms',
} as const

export type PublicPage = keyof typeof publicPages

/** Size in pixels of the image that other sites show beside a link to one of our pages. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

export const PREVIEWS_PATH = '/previews/:language/:file'

/** Increase it when the drawing changes. */
const DESIGN = 1

/**
 * Address of a page's preview image. The name carries a hash (FNV-1a, 32 bits) of the text on the
 * image, so that networks that cache such images for ever fetch a new one when the text changes,
 * and only then.
 */
export function previewPath(language: string, page: string, written: string): string {
  let hash = 2_166_136_261 ^ DESIGN
  for (let at = 0; at < written.length; at += 1)
    hash = Math.imul(hash ^ written.charCodeAt(at), 16_777_619)
  return `/previews/${language}/${page}-${(hash >>> 0).toString(36)}.png`
}

/** Each article has its own preview, in the language of the article. */
export const articlePreview = (id: number): string => `article${id}`

/** The article's number, or null when the name belongs to a page. */
export function articleOfPreview(page: string): number | null {
  const id = /^article(\d{1,9})$/.exec(page)?.[1]
  return id === undefined ? null : Number(id)
}

/** The reverse of `previewPath`: the page's name, or null when the file name does not match. */
export const pageOfPreview = (file: string): string | null =>
  /^(\w+)-\w+\.png$/.exec(file)?.[1] ?? null

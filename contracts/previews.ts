/** The picture that stands beside a link to one of our pages elsewhere: its size in pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

export const PREVIEWS_PATH = '/previews/:language/:file'

/** Counts up when the drawing changes. */
const DESIGN = 1

/**
 * Where the preview of a page is served. The name carries a hash (FNV-1a, 32 bits) of what is written on it, so that the networks
 * that keep such pictures for ever fetch a new one when it changes, and only then.
 */
export function previewPath(language: string, page: string, written: string): string {
  let hash = 2_166_136_261 ^ DESIGN
  for (let at = 0; at < written.length; at += 1) hash = Math.imul(hash ^ written.charCodeAt(at), 16_777_619)
  return `/previews/${language}/${page}-${(hash >>> 0).toString(36)}.png`
}

/** An article has a preview of its own, in its own language. */
export const articlePreview = (id: number): string => `article${id}`

/** The article's number, or null where the name is a page's. */
export function articleOfPreview(page: string): number | null {
  const id = /^article(\d{1,9})$/.exec(page)?.[1]
  return id === undefined ? null : Number(id)
}

/** The other way round: the page's name, or null where it is no such name. */
export const pageOfPreview = (file: string): string | null => /^(\w+)-\w+\.png$/.exec(file)?.[1] ?? null

import pLimit from 'p-limit'
import { previewPath } from '#contracts/site/public-pages.ts'
import type { Language } from '#i18n/languages.ts'
import { drawPreview, type FindPreviewTexts } from './draw-preview.ts'

/** `moved`: the texts on the preview have changed since, and so has its address. */
type FoundPreview = { kind: 'picture'; png: Buffer } | { kind: 'moved'; path: string }

type Previews = {
  /** Null for a page that does not exist. */
  find: (request: {
    path: string
    language: Language
    page: string
    host: string
  }) => Promise<FoundPreview | null>
}

/**
 * Draws each preview on its first request, one at a time, and caches it: there are few, of some 25
 * kB.
 */
export function createPreviews(findTexts: FindPreviewTexts, draw = drawPreview): Previews {
  const cache = new Map<string, Promise<Buffer>>()
  const limit = pLimit(1)

  function getOrDraw(path: string, drawing: () => Promise<Buffer>): Promise<Buffer> {
    const known = cache.get(path)
    if (known) return known
    const drawn = limit(drawing)
    drawn.catch(() => cache.delete(path))
    cache.set(path, drawn)
    return drawn
  }

  return {
    async find({ path, language, page, host }) {
      const texts = await findTexts(language, page)
      if (!texts) return null
      const current = previewPath(language, page, texts.title + texts.description)
      if (path !== current) return { kind: 'moved', path: current }
      return { kind: 'picture', png: await getOrDraw(path, () => draw(texts, host)) }
    },
  }
}

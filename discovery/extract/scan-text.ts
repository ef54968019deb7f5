import { INLINE_BREAK, type HtmlScan, type Region, type ScannedScript } from '#discovery/extract/html-scan.ts'
import type { OpenTag } from '#discovery/extract/scan-element.ts'

const MAX_SCRIPT_CHARS = 2_500_000
const MAX_TEXT_BLOCKS = 20_000
const MAX_BLOCK_CHARS = 20_000

// Their text is not read by visitors.
const SILENT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'textarea',
  'select',
  'datalist',
  'title',
  'head',
  'object',
])
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'data',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
  'label',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
  'img',
  'del',
])
const HIDEABLE = new Set(['span', 'b', 'i', 'em', 'strong', 'small', 'font', 's', 'del'])
const CONTACT_HREF =
  /^\s*(?:mailto:|tel:|callto:|sms:|whatsapp:|https?:\/\/(?:wa\.me|api\.whatsapp\.com|web\.whatsapp\.com)\/)/i
const FOOTER_NAME = /(?:^|[\s_-])footer(?:$|[\s_-])/i
const HEADER_NAME = /(?:^|[\s_-])header(?:$|[\s_-])/i
const ARTICLE_NAME = /article|blog/i

type Frame = { name: string; isSilent: boolean; region: Region; isArticle: boolean; isInline: boolean }

export type TextCollector = {
  open: (tag: OpenTag) => void
  close: (name: string) => void
  add: (chunk: string) => void
  region: () => Region
  finish: () => void
}

const ROOT: Frame = { name: '', isSilent: false, region: 'page', isArticle: false, isInline: false }

function regionOf(tag: OpenTag, outer: Region): Region {
  if (outer !== 'page') return outer
  if (tag.name === 'footer') return 'footer'
  if (tag.name === 'header') return 'header'
  if (tag.name !== 'div' && tag.name !== 'section') return 'page'
  const names = `${tag.attributes['id'] ?? ''} ${tag.attributes['class'] ?? ''}`
  if (FOOTER_NAME.test(names)) return 'footer'
  return HEADER_NAME.test(names) ? 'header' : 'page'
}

function frameOf(tag: OpenTag, outer: Frame): Frame {
  const { name, attributes } = tag
  // Words hidden inside an address keep harvesters away; whole hidden blocks are menus and drawers that visitors open.
  const isDecoy = HIDEABLE.has(name) && /display\s*:\s*none/i.test(attributes['style'] ?? '')
  return {
    name,
    isSilent: outer.isSilent || SILENT.has(name) || isDecoy,
    region: regionOf(tag, outer.region),
    isArticle:
      outer.isArticle ||
      name === 'article' ||
      ARTICLE_NAME.test(`${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`),
    isInline: INLINE.has(name),
  }
}

const scriptOf = ({ attributes }: OpenTag): ScannedScript => ({
  id: attributes['id'] ?? '',
  type: (attributes['type'] ?? '').trim().toLowerCase(),
  src: attributes['src'] ?? '',
  attributes,
  text: '',
})

/** Gathers scripts, visible text by block, titles and contact links while the parser walks a page. */
export function createTextCollector(scan: HtmlScan): TextCollector {
  const frames: Frame[] = [ROOT]
  const top = (): Frame => frames.at(-1) ?? ROOT
  let block = ''
  let script: ScannedScript | null = null
  let scriptChars = 0
  let title: string | null = null
  let link: { href: string; text: string; region: Region } | null = null

  const endBlock = (): void => {
    const text = block
    block = ''
    if (/[^\s\u2063]/.test(text) && scan.textBlocks.length < MAX_TEXT_BLOCKS)
      scan.textBlocks.push({ text, region: top().region })
  }

  const openSpecial = (tag: OpenTag, frame: Frame): void => {
    if (tag.name === 'script') script = scriptOf(tag)
    else if (tag.name === 'title' && scan.title === null && !frames.some((outer) => outer.name === 'svg'))
      title = ''
    else if (tag.name === 'a' && CONTACT_HREF.test(tag.attributes['href'] ?? '')) {
      link = { href: (tag.attributes['href'] ?? '').trim().slice(0, 1000), text: '', region: frame.region }
    } else if (
      tag.name === 'time' &&
      frame.isArticle &&
      tag.attributes['datetime'] &&
      scan.articleTimes.length < 500
    ) {
      scan.articleTimes.push(tag.attributes['datetime'])
    }
  }

  const closeSpecial = (name: string): void => {
    if (name === 'script' && script) {
      if (scan.scripts.length < 2000) scan.scripts.push(script)
      script = null
    } else if (name === 'title' && title !== null) {
      scan.title = title
      title = null
    } else if (name === 'a' && link) {
      if (scan.contactLinks.length < 500) scan.contactLinks.push(link)
      link = null
    }
  }

  return {
    open(tag) {
      const frame = frameOf(tag, top())
      if (frame.isInline) block += INLINE_BREAK
      else endBlock()
      openSpecial(tag, frame)
      frames.push(frame)
    },
    close(name) {
      // The parser reports every close in order, void elements included.
      const frame = frames.length > 1 ? frames.pop() : undefined
      if (frame?.isInline) block += INLINE_BREAK
      else {
        const inside = frame ?? ROOT
        const text = block
        block = ''
        if (/[^\s\u2063]/.test(text) && scan.textBlocks.length < MAX_TEXT_BLOCKS)
          scan.textBlocks.push({ text, region: inside.region })
      }
      closeSpecial(name)
    },
    add(chunk) {
      if (script) {
        scriptChars += chunk.length
        if (scriptChars <= MAX_SCRIPT_CHARS * 2 && script.text.length < MAX_SCRIPT_CHARS) script.text += chunk
        return
      }
      if (title !== null) title = (title + chunk).slice(0, 1000)
      if (top().isSilent) return
      if (link && link.text.length < 500) link.text += chunk
      if (block.length < MAX_BLOCK_CHARS) block += chunk
    },
    region: () => top().region,
    finish() {
      endBlock()
      if (script) closeSpecial('script')
      if (link) closeSpecial('a')
      if (title !== null) closeSpecial('title')
    },
  }
}

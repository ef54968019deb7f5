import { Parser } from 'htmlparser2'
import { wordSet } from '#discovery/document/fold-text.ts'
import {
  HtmlScan,
  INLINE_BREAK,
  openScanElement,
  type OpenTag,
  type Region,
  type ScannedScript,
} from './scan-elements.ts'

/**
 * Browsers stop nesting at 512. Beyond this depth the parser's own stack makes every tag slow, so a
 * page of 5 MB could take minutes. The scan keeps what it has read so far and drops the rest.
 */
const MAX_DEPTH = 1500
const MAX_TAGS = 400_000
/**
 * The page is written in chunks, so that the caps above stop the tokenizer soon after they are
 * reached.
 */
const CHUNK_CHARS = 64 * 1024

const APP_BLOCK =
  /^\s*BEGIN app (?:block|snippet):\s*shopify:\/\/apps\/([a-z0-9][\w-]{0,80})\/(?:blocks|snippets)\/([\w.-]{1,100})/i

function readAppBlock(scan: HtmlScan, comment: string): void {
  if (scan.appBlocks.length >= 500) return
  const [, handle, block] = APP_BLOCK.exec(comment.slice(0, 400)) ?? []
  if (handle && block) scan.appBlocks.push({ handle: handle.toLowerCase(), block })
}

/**
 * One pass over a page without building a tree: keeps what the extraction rules need, capped in
 * depth, tags and sizes. Total: accepts any text and never throws.
 */
export function scanHtml(html: string): HtmlScan {
  const scan = new HtmlScan()
  const text = createTextCollector(scan)
  let depth = 0
  let tags = 0
  const parser = new Parser({
    onopentag(name: string, attributes: OpenTag['attributes']) {
      tags++
      depth++
      if (depth > MAX_DEPTH || tags > MAX_TAGS) scan.isTruncated = true
      if (scan.isTruncated) return
      text.open({ name, attributes })
      openScanElement(scan, { name, attributes }, text.region())
    },
    onclosetag(name) {
      depth--
      if (!scan.isTruncated) text.close(name)
    },
    ontext(chunk) {
      if (!scan.isTruncated) text.add(chunk)
    },
    oncomment(comment) {
      readAppBlock(scan, comment)
    },
  })
  for (let at = 0; at < html.length && !scan.isTruncated; at += CHUNK_CHARS)
    parser.write(html.slice(at, at + CHUNK_CHARS))
  if (!scan.isTruncated) parser.end()
  text.finish()
  return scan
}

const MAX_SCRIPT_CHARS = 5_000_000
const MAX_SCRIPTS = 2000
const MAX_CONTACT_LINKS = 500
const MAX_TIMES = 500
const MAX_TEXT_BLOCKS = 20_000
const MAX_BLOCK_CHARS = 20_000

// Visitors do not see the text of these elements.
const SILENT = wordSet(`
  script style noscript template svg textarea select datalist title head object
`)
const INLINE = wordSet(`
  a abbr b bdi bdo big cite code data em font i ins kbd label mark q s small span strong sub sup
  time tt u var wbr img del
`)
const HIDEABLE = wordSet('span b i em strong small font s del')
const CONTACT_HREF =
  /^\s*(?:mailto:|tel:|callto:|sms:|whatsapp:|https?:\/\/(?:wa\.me|api\.whatsapp\.com|web\.whatsapp\.com)\/)/i
const FOOTER_NAME = /(?:^|[\s_-])footer(?:$|[\s_-])/i
const HEADER_NAME = /(?:^|[\s_-])header(?:$|[\s_-])/i
const ARTICLE_NAME = /article|blog/i

type Frame = {
  name: string
  /** Class and id. */
  names: string
  isSilent: boolean
  region: Region
  isInline: boolean
}

const ROOT: Frame = { name: '', names: '', isSilent: false, region: 'page', isInline: false }

function regionOf(name: string, names: string, outer: Region): Region {
  if (outer !== 'page') return outer
  if (name === 'footer') return 'footer'
  if (name === 'header') return 'header'
  if (name !== 'div' && name !== 'section') return 'page'
  if (FOOTER_NAME.test(names)) return 'footer'
  return HEADER_NAME.test(names) ? 'header' : 'page'
}

function frameOf(tag: OpenTag, outer: Frame): Frame {
  const { name, attributes } = tag
  // Hidden words inside an address keep harvesters away; whole hidden blocks are menus and drawers
  // that visitors open.
  const { style, id, class: classes } = attributes
  const isDecoy = style !== undefined && HIDEABLE.has(name) && /display\s*:\s*none/i.test(style)
  const names = id === undefined ? (classes ?? '') : `${id} ${classes ?? ''}`
  return {
    name,
    names,
    isSilent: outer.isSilent || SILENT.has(name) || isDecoy,
    region: regionOf(name, names, outer.region),
    isInline: INLINE.has(name),
  }
}

const isArticle = ({ name, names }: Frame): boolean =>
  name === 'article' || ARTICLE_NAME.test(names)

const scriptOf = ({ attributes }: OpenTag): ScannedScript => ({
  id: attributes['id'] ?? '',
  type: (attributes['type'] ?? '').trim().toLowerCase(),
  src: attributes['src'] ?? '',
  attributes,
  text: '',
})

type Open = {
  script: ScannedScript | null
  title: string | null
  link: HtmlScan['contactLinks'][number] | null
  scriptChars: number
}

/** Opens an element that collects its own text: a script, the title, a contact link. */
function openSpecial(
  scan: HtmlScan,
  open: Open,
  tag: OpenTag,
  region: Region,
  isInSvg: boolean,
): void {
  if (tag.name === 'script') open.script = scriptOf(tag)
  else if (tag.name === 'title' && scan.title === null && !isInSvg) open.title = ''
  else if (tag.name === 'a') {
    const href = (tag.attributes['href'] ?? '').trim()
    if (CONTACT_HREF.test(href)) open.link = { href: href.slice(0, 1000), text: '', region }
  }
}

function closeSpecial(scan: HtmlScan, open: Open, name: string): void {
  if (name === 'script' && open.script) {
    if (scan.scripts.length < MAX_SCRIPTS) scan.scripts.push(open.script)
    open.script = null
  } else if (name === 'title' && open.title !== null) {
    scan.title = open.title
    open.title = null
  } else if (name === 'a' && open.link) {
    if (scan.contactLinks.length < MAX_CONTACT_LINKS) scan.contactLinks.push(open.link)
    open.link = null
  }
}

/** Text of a script or of the title; true when the chunk was one. */
function addSpecial(open: Open, chunk: string): boolean {
  if (open.title !== null) open.title = (open.title + chunk).slice(0, 1000)
  if (!open.script) return open.title !== null
  open.scriptChars += chunk.length
  if (open.scriptChars <= MAX_SCRIPT_CHARS) open.script.text += chunk
  return true
}

function keepBlock(scan: HtmlScan, text: string, region: Region): void {
  if (/[^\s\u2063]/.test(text) && scan.textBlocks.length < MAX_TEXT_BLOCKS)
    scan.textBlocks.push({ text, region })
}

/**
 * Gathers scripts, visible text by block, titles and contact links while the parser walks a page.
 */
function createTextCollector(scan: HtmlScan) {
  const frames: Frame[] = [ROOT]
  const top = (): Frame => frames.at(-1) ?? ROOT
  const open: Open = { script: null, title: null, link: null, scriptChars: 0 }
  let block = ''

  const endBlock = (region: Region): void => {
    keepBlock(scan, block, region)
    block = ''
  }

  return {
    open(tag: OpenTag) {
      const frame = frameOf(tag, top())
      if (frame.isInline) block += INLINE_BREAK
      else endBlock(top().region)
      const isInSvg = tag.name === 'title' && frames.some(({ name }) => name === 'svg')
      openSpecial(scan, open, tag, frame.region, isInSvg)
      frames.push(frame)
      const time = tag.name === 'time' ? tag.attributes['datetime'] : undefined
      if (time && scan.articleTimes.length < MAX_TIMES && frames.some(isArticle))
        scan.articleTimes.push(time)
    },
    // The parser reports every close in order, void elements included.
    close(name: string) {
      const frame = frames.length > 1 ? (frames.pop() ?? ROOT) : ROOT
      if (frame.isInline) block += INLINE_BREAK
      else endBlock(frame.region)
      closeSpecial(scan, open, name)
    },
    add(chunk: string) {
      if (addSpecial(open, chunk) || top().isSilent) return
      if (open.link && open.link.text.length < 500) open.link.text += chunk
      if (block.length < MAX_BLOCK_CHARS) block += chunk
    },
    region: () => top().region,
    finish() {
      endBlock(top().region)
      for (const name of ['script', 'a', 'title']) closeSpecial(scan, open, name)
    },
  }
}

import { Parser } from 'htmlparser2'
import { emptyScan, type HtmlScan } from '#discovery/extract/html-scan.ts'
import { openScanElement, type OpenTag } from '#discovery/extract/scan-element.ts'
import { createTextCollector } from '#discovery/extract/scan-text.ts'

/**
 * Browsers stop nesting at 512. Beyond this depth the parser's own stack makes every tag slow, so a page of 5 MB could take minutes. The
 * scan keeps what it has read so far and drops the rest.
 */
const MAX_DEPTH = 1500
const MAX_TAGS = 400_000
/** The page is written in chunks, so that the caps above stop the tokenizer soon after they are reached. */
const CHUNK_CHARS = 64 * 1024

const APP_BLOCK =
  /^\s*BEGIN app (?:block|snippet):\s*shopify:\/\/apps\/([a-z0-9][\w-]{0,80})\/(?:blocks|snippets)\/([\w.-]{1,100})/i

function readAppBlock(scan: HtmlScan, comment: string): void {
  if (scan.appBlocks.length >= 500) return
  const [, handle, block] = APP_BLOCK.exec(comment.slice(0, 400)) ?? []
  if (handle && block) scan.appBlocks.push({ handle: handle.toLowerCase(), block })
}

/**
 * One pass over a page without building a tree: keeps what the extraction rules need, capped in depth, tags and sizes. Total: accepts any
 * text and never throws.
 */
export function scanHtml(html: string): HtmlScan {
  const scan = emptyScan()
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

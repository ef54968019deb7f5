import type { Visit } from '#discovery/extract/visit.ts'

/** A page that is not there says nothing any more; one that fails says nothing for now. */
const isAnswer = (status: number): boolean => status === 200 || status === 404 || status === 410

/**
 * Addresses whose content this visit knows in full. A password page stands in front of what it hides, so behind one only the
 * shop's own file counts.
 */
export function pagesRead({ meta, pages, products }: Visit, isProtected: boolean): string[] {
  const open = isProtected
    ? []
    : pages.filter(({ page, scan }) => isAnswer(page.status) && !scan.isTruncated).map(({ page }) => page.url)
  const files = [meta?.page.url, isProtected || products?.status !== 200 ? undefined : products.url]
  return [...new Set([...open, ...files.filter((url) => url !== undefined)])]
}

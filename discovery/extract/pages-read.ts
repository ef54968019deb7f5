import type { Visit } from '#discovery/extract/visit.ts'

/** A missing page (404, 410) is a definite answer; a failed request is not. */
const isAnswer = (status: number): boolean => status === 200 || status === 404 || status === 410

/**
 * Addresses whose content this visit read completely. A password page hides the other pages, so for a protected shop only the shop's own
 * file counts.
 */
export function pagesRead({ meta, pages, products }: Visit, isProtected: boolean): string[] {
  const open = isProtected
    ? []
    : pages.filter(({ page, scan }) => isAnswer(page.status) && !scan.isTruncated).map(({ page }) => page.url)
  const files = [meta?.page.url, isProtected || products?.status !== 200 ? undefined : products.url]
  return [...new Set([...open, ...files.filter((url) => url !== undefined)])]
}

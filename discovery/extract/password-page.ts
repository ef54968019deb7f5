import { pathOf } from '#discovery/extract/host-of-url.ts'
import type { ReadPage } from '#discovery/extract/visit.ts'

const PASSWORD_PATH = /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/password\/?$/i

/**
 * The mark that identifies the platform's password page; null without a mark. The platform serves it at `/password` or in place of the
 * requested page. A customer's sign-in form (`customer[password]`, `/account/login`) does not count.
 */
export function passwordMark(page: ReadPage): string | null {
  const { globals, scan } = page
  if (globals.pageType === 'password') return 'ShopifyAnalytics.meta.page.pageType'
  if (globals.st?.page === 'password') return '__st.p'
  if (scan.hiddenInputs.some(({ name, value }) => name === 'form_type' && value === 'storefront_password')) {
    return 'form[storefront_password]'
  }
  if (scan.formActions.some((action) => PASSWORD_PATH.test(pathOf(action) ?? '')))
    return 'form[action=/password]'
  if (/(?:^|\s)template-password(?:\s|$)/.test(scan.bodyClass)) return 'body.template-password'
  return PASSWORD_PATH.test(pathOf(page.page.url) ?? '') && page.headers.isPlatform ? 'path /password' : null
}

export const isPasswordPage = (page: ReadPage): boolean => passwordMark(page) !== null

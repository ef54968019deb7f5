import { factOf } from '#discovery/extract/fact.ts'
import { passwordMark } from '#discovery/extract/password-page.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { Visit } from '#discovery/extract/visit.ts'

type Status = Fact<'open' | 'password_protected'>

/** Open or behind the password page. Null if the visit read only files that both kinds of shops serve. */
export function extractStatus(visit: Visit, productCount: number): Status | null {
  for (const page of visit.pages) {
    const mark = passwordMark(page)
    if (mark) return factOf('password_protected', 'detected', page.page, mark)
  }
  const { home, products } = visit
  if (home && home.page.status < 400)
    return factOf('open', 'detected', home.page, 'home page without password form')
  if (products && productCount > 0) return factOf('open', 'detected', products, 'products.json')
  return null
}

import { factOf } from '#discovery/extract/fact.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage } from '#discovery/extract/visit.ts'

/** The page with a form that sends the shop a message; prefers a contact page to the home page. */
export function extractContactForm(pages: ReadPage[]): Fact<string> | null {
  const withForm = pages.filter(({ scan }) => scan.hasContactForm)
  const found = withForm.find(({ isContact }) => isContact) ?? withForm[0]
  return found ? factOf(found.page.url, 'observed', found.page, 'form textarea[name^=contact]') : null
}

import { expect, test } from 'vitest'
import { languages } from '#i18n/languages.ts'
import { renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { type Site, SiteProvider } from '#web/lib/app/site.tsx'
import { ContactPage } from './contact-page.tsx'

const site: Site = {
  origin: 'https://storedawn.example',
  supportEmail: 'help@storedawn.example',
  socialLinks: ['https://www.linkedin.com/company/storedawn', 'javascript:alert(1)'],
  identityProvider: null,
  operator: { name: null, address: null, textsModified: '2024-12-21' },
  isBannerClosed: false,
  htmlPath: null,
}
const render = (language: (typeof languages)[number] = 'en', change: Partial<Site> = {}) =>
  renderScreen(
    <SiteProvider value={{ ...site, ...change }}>
      <ContactPage />
    </SiteProvider>,
    { language, address: '/contact', visitor: 'anonymous' },
  )

test.each(languages)(
  'in %s the contact page has a collapsible head, the form and the other contact channels',
  { tags: ['contact.hero-form', 'routes.contact'] },
  (language) => {
    const html = render(language)
    const { t } = textsOf(language)
    expect(html).toMatch(/<button[^>]*aria-expanded="true"/)
    for (const text of [
      'hero.title',
      'hero.hide',
      'form.name',
      'form.subject',
      'form.submit',
      'info.weekend',
    ] as const)
      expect(html).toContain(t(`contact:${text}`))
    for (const name of ['fullName', 'email', 'subject', 'message'])
      expect(html).toContain(`name="${name}"`)
  },
)

test(
  'the other contact channels come from the configuration, and the hours name their time zone',
  { tags: ['contact.support-address', 'contact.hours', 'contact.social'] },
  () => {
    const html = render()
    expect(html).toContain('href="mailto:help@storedawn.example"')
    expect(html).toMatch(/Monday – Friday<\/dt><dd[^>]*>09:00 – 18:00 UTC/)
    expect(html).toMatch(/Saturday – Sunday<\/dt><dd[^>]*>closed/)
    expect(html).toContain('href="https://www.linkedin.com/company/storedawn"')
    expect(html).not.toContain('href="javascript')
    expect(render('en', { socialLinks: [] })).not.toContain(textsOf('en').t('contact:info.social'))
  },
)

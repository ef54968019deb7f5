import { PageMeta } from '#web/lib/page-meta.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactHero } from './contact-hero.tsx'
import { ContactInfo } from './contact-info.tsx'

export function ContactPage() {
  return (
    <>
      <PageMeta page="contact" />
      <ContactHero />
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 py-10 sm:py-14 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-20">
        <ContactForm />
        <ContactInfo />
      </div>
    </>
  )
}

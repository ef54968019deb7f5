import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SectionName } from './section-names.ts'

/** One section of the details; its heading is the target of the section links. */
export function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const { t } = useTranslation('store-details')
  return (
    <section aria-labelledby={name}>
      <h2 id={name} tabIndex={-1} className="mb-3 text-lg font-semibold">
        {t(`sections.${name}`)}
      </h2>
      {children}
    </section>
  )
}

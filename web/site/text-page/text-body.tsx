import type { ReactNode } from 'react'
import type { TextSection } from './parse-text.ts'
import { RichText } from './rich-text.tsx'
import { headingIdOf, SectionDisclosure, SectionNav } from './section-nav.tsx'
import { bodyGrid, sectionGrid } from './text-head.tsx'

type Props = {
  sections: readonly TextSection[]
  /** Whether to number the sections, so that readers can cite them. */
  isNumbered?: boolean
}

export function TextBody({ sections, isNumbered = false }: Props) {
  return (
    <div className="@container mt-10 lg:mt-14">
      <div className={bodyGrid}>
        <div data-print="no">
          <SectionDisclosure sections={sections} />
          <SectionNav sections={sections} />
        </div>
        <div className="@container border-b border-rule">
          {sections.map((section, at) => (
            <Section key={section.id} section={section} number={isNumbered ? at + 1 : null} />
          ))}
        </div>
      </div>
    </div>
  )
}

function Section({ section, number }: { section: TextSection; number: number | null }) {
  const { id, title, lines, values = {}, below } = section
  return (
    <section id={id} aria-labelledby={headingIdOf(id)} className={sectionGrid}>
      <h2
        id={headingIdOf(id)}
        tabIndex={-1}
        className="text-xl break-after-avoid @[54rem]:text-lg @[54rem]:leading-snug"
      >
        {number !== null && <span className="text-faint">{number}. </span>}
        {title}
      </h2>
      <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-4 text-muted print:max-w-none">
        <RichText lines={lines} values={values} />
        {below}
      </div>
    </section>
  )
}

/** Pairs of a term and its explanation; stacked on the narrowest screens. */
export type Definition = { name: string; term: ReactNode; text: ReactNode }

export function DefinitionList({ rows }: { rows: readonly Definition[] }) {
  return (
    <dl className="border-t border-rule text-sm">
      {rows.map(({ name, term, text }) => (
        <div
          key={name}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-0.5 border-b border-line py-2.5 break-inside-avoid sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
        >
          <dt className="font-semibold text-ink">{term}</dt>
          <dd className="text-pretty">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

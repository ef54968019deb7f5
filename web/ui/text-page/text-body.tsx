import { RichText } from './rich-text.tsx'
import { headingIdOf, SectionDisclosure, SectionNav } from './section-nav.tsx'
import { bodyGrid, sectionGrid } from './text-grid.ts'
import type { TextSection } from './text-section.ts'

type Props = {
  sections: readonly TextSection[]
  /** Whether to number the sections, so that readers can cite them. */
  isNumbered?: boolean
}

/** A long text in sections with its navigation: headings, each with its text. */
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

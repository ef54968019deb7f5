import { RichText } from './rich-text.tsx'
import { headingIdOf, SectionDisclosure, SectionNav } from './section-nav.tsx'
import type { TextSection } from './text-section.ts'

type Props = {
  sections: readonly TextSection[]
  /** Whether the sections are numbered, so that one can be cited. */
  isNumbered?: boolean
}

/** A long text in sections with its quick navigation: a ledger of headings and what stands under them. */
export function TextBody({ sections, isNumbered = false }: Props) {
  return (
    <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:mt-14 lg:grid-cols-[13rem_minmax(0,1fr)] print:block">
      <div>
        <SectionDisclosure sections={sections} />
        <SectionNav sections={sections} />
      </div>
      <div className="border-b border-rule">
        {sections.map((section, at) => (
          <Section key={section.id} section={section} number={isNumbered ? at + 1 : null} />
        ))}
      </div>
    </div>
  )
}

function Section({ section, number }: { section: TextSection; number: number | null }) {
  const { id, title, lines, values = {}, below } = section
  return (
    <section
      id={id}
      aria-labelledby={headingIdOf(id)}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 border-t border-rule py-8 xl:grid-cols-[15rem_minmax(0,1fr)] xl:py-10"
    >
      <h2
        id={headingIdOf(id)}
        tabIndex={-1}
        className="text-xl break-after-avoid xl:text-lg xl:leading-snug xl:text-balance"
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

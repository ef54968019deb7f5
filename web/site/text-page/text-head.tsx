import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/i18n/format.ts'

type Props = {
  title: string
  lead: string
  /** Day of the last change, `2024-12-21`. */
  modified?: string
  /** Content above the text that every reader should see, e.g. a notice. */
  children?: ReactNode
}

export function TextHead({ title, lead, modified, children }: Props) {
  const { t } = useTranslation('components')
  const { day } = useFormats()
  return (
    <div className="max-w-3xl">
      <h1 className="text-[clamp(2.2rem,1.6rem+2.6vw,3.6rem)] leading-[1.04] tracking-[-0.035em]">
        {title}
      </h1>
      <p className="mt-4 text-lg text-muted">{lead}</p>
      {modified !== undefined && (
        <p className="mt-5 text-sm text-muted">
          {t('textPage.modified')} <time dateTime={modified}>{day(modified)}</time>
        </p>
      )}
      {children}
    </div>
  )
}

// Breakpoints depend on the room for text, in rem: at double text size there is only one column,
// whatever the window's width.

/** The navigation beside the sections; requires a container. */
export const bodyGrid =
  'grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 @[56rem]:grid-cols-[13rem_minmax(0,1fr)] print:block'

/** A heading beside its text; requires a container. */
export const sectionGrid =
  'grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 border-t border-rule py-8 @[54rem]:grid-cols-[15rem_minmax(0,1fr)] @[54rem]:py-10'

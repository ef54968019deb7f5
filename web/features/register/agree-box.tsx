import type { ComponentProps, ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

/** The documents open in a new tab, so that the form keeps its values. */
export function AgreeBox(props: Omit<ComponentProps<typeof Checkbox>, 'label'>) {
  const { t } = useTranslation('forms')
  return (
    <Checkbox
      {...props}
      label={
        <Trans
          t={t}
          i18nKey="register.agree"
          components={{
            terms: <DocumentLink to={paths.terms()} />,
            privacy: <DocumentLink to={paths.privacy()} />,
          }}
        />
      }
    />
  )
}

/** The sentence around the link supplies its text. */
function DocumentLink({ to, children }: { to: string; children?: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <Link to={to} target="_blank" className="link">
      {children}
      <span className="sr-only"> {t('newTab')}</span>
    </Link>
  )
}

import { useTranslation } from 'react-i18next'
import { browserStorage } from './browser-storage.ts'
import { TextLedger } from '#web/ui/text-page/text-ledger.tsx'

/** What lies in the browser, by its real names, so that everybody can look. */
export function CookieList() {
  const { t } = useTranslation('privacy')
  const rows = browserStorage.map(({ name, kind }) => ({
    name,
    term: (
      <>
        <code translate="no" className="font-mono text-xs wrap-anywhere">
          {name}
        </code>
        <span className="block text-xs font-normal text-muted">{t(`sections.cookies.kind.${kind}`)}</span>
      </>
    ),
    // A name may hold what i18next takes for its own signs.
    text: t(`sections.cookies.names.${name}`, { nsSeparator: false }),
  }))
  return <TextLedger rows={rows} />
}

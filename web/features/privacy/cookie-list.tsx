import { useTranslation } from 'react-i18next'
import { browserStorage } from './browser-storage.ts'
import { TextLedger } from '#web/ui/text-page/text-ledger.tsx'

/** Everything stored in the browser, with the real names, so that visitors can check. */
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
    // A name may contain the separator characters of i18next.
    text: t(`sections.cookies.names.${name}`, { nsSeparator: false }),
  }))
  return <TextLedger rows={rows} />
}

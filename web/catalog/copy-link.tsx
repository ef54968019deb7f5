import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** Copies the address as it is after the latest change of a tab or a filter. */
export function CopyLink() {
  const { t } = useTranslation('components')
  const { pathname, search, hash } = useLocation()
  const origin = globalThis.location?.origin ?? ''
  return <CopyButton value={origin + pathname + search + hash} label={t('copyLink')} />
}

import { useTranslation } from 'react-i18next'
import { FACTS_KEPT_DAYS } from '#contracts/facts.ts'
import type texts from '#i18n/locales/en/privacy.json'
import { TextLedger } from '#web/ui/text-page/text-ledger.tsx'

type Kept = keyof (typeof texts)['sections']['data-protection']['kept']

const kept: readonly Kept[] = [
  'account',
  'unconfirmed',
  'sessions',
  'security',
  'messages',
  'newsletter',
  'payments',
  'mails',
  'facts',
  'optOut',
]

/** What we store, and for how long. */
export function KeptList() {
  const { t } = useTranslation('privacy')
  const rows = kept.map((name) => ({
    name,
    term: t(`sections.data-protection.kept.${name}.what`),
    text: t(`sections.data-protection.kept.${name}.term`, { factsDays: FACTS_KEPT_DAYS }),
  }))
  return <TextLedger rows={rows} />
}

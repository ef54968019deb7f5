import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ContradictedAccount, listContradictedBounces } from '#contracts/operator/bounces.ts'
import { qKept } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useColumns } from '#web/ui/table.tsx'
import { AccountLink, ConsolePage, TableBlock, useFilters } from './parts.tsx'

/** Accounts whose marks of bounced addresses others contradict. */
function BouncesPage() {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { page } = useFilters()
  const accounts = useQuery(qKept(listContradictedBounces, { query: { page: String(page) } }))
  const { moment, number } = useColumns<ContradictedAccount>()
  return (
    <ConsolePage title={t('menu.bounces')} query={accounts}>
      {({ content, totalElements: count }) => (
        <TableBlock
          title={t('bounces.title', formats.counted(count))}
          text={t('bounces.text')}
          caption={t('menu.bounces')}
          none={t('bounces.none')}
          items={content}
          keyOf={({ id }) => id}
          columns={[
            {
              head: t('bounces.account'),
              rowHead: 'plain',
              cell: ({ id, email, isLocked }) => (
                <>
                  <AccountLink id={id} className="wrap-anywhere">
                    {email}
                  </AccountLink>
                  {isLocked && <Badge tone="bad">{t('bounces.locked')}</Badge>}
                </>
              ),
            },
            number(t('bounces.marks'), ({ marks }) => marks),
            number(t('bounces.contradicted'), ({ contradicted }) => contradicted),
            number(t('bounces.others'), ({ others }) => others),
            moment(t('bounces.last'), ({ lastMarkedAt }) => lastMarkedAt),
          ]}
        />
      )}
    </ConsolePage>
  )
}

export { BouncesPage as Component }

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AuditEntry, listAuditEvents } from '#contracts/operator/system.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useColumns } from '#web/ui/table.tsx'
import { AccountLink, ConsolePage, FilterSelect, TableBlock, useFilters } from './parts.tsx'

/** Beginnings of kinds, as the log has them. */
const KINDS = [
  'operator.',
  'secret.',
  'signin.',
  'session',
  'password.',
  'identity.',
  'api_key.',
  'account.',
  'email.',
  'profile.',
  'photo.',
  'preferences.',
  'role.',
  'billing.',
  'access.',
  'export.',
  'feed.',
  'opt_out.',
] as const

function AuditPage() {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { params, page } = useFilters()
  const [kind, userId] = [params.get('kind') || undefined, params.get('account') || undefined]
  const events = useQuery(
    q(listAuditEvents, { query: { page: String(page), size: '50', kind, userId } }),
  )
  const { moment } = useColumns<AuditEntry>()
  return (
    <ConsolePage
      title={t('menu.audit')}
      controls={
        <FilterSelect
          name="kind"
          label={t('audit.kind')}
          all={t('audit.all')}
          value={kind ?? ''}
          options={KINDS.map((each) => [each, each])}
        />
      }
      query={events}
    >
      {({ content }) => (
        <TableBlock
          title={t('audit.title')}
          text={userId ? t('audit.ofAccount', { id: userId }) : t('audit.text')}
          items={content}
          keyOf={({ id }) => id}
          columns={[
            moment(t('audit.at'), ({ at }) => at),
            {
              head: t('audit.kind'),
              className: 'whitespace-nowrap',
              cell: ({ kind, times }) => (
                <>
                  <code className="font-mono text-sm">{kind}</code>
                  {times > 1 && ` × ${formats.number(times)}`}
                </>
              ),
            },
            {
              head: t('audit.account'),
              className: 'font-mono whitespace-nowrap',
              cell: ({ userId }) =>
                userId && <AccountLink id={userId}>{userId.slice(0, 8)}</AccountLink>,
            },
            {
              head: t('audit.network'),
              className: 'whitespace-nowrap',
              cell: ({ network }) => network,
            },
            {
              head: t('audit.detail'),
              className: 'font-mono wrap-anywhere',
              cell: ({ detail }) => detail !== '{}' && <code>{detail}</code>,
            },
          ]}
        />
      )}
    </ConsolePage>
  )
}

export { AuditPage as Component }

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type AuditEntry, listAuditEvents } from '#contracts/operator/system.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { DataTable, useColumns } from '#web/ui/table.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Block, Answer, Nothing, SectionHead, useFilters } from './parts.tsx'

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

/** The security log. */
function AuditPage() {
  const { t } = useTranslation('operator')
  const { params, page, change, hrefOf } = useFilters()
  const [kind, userId] = [params.get('kind') ?? '', params.get('account') ?? '']
  const events = useQuery(
    q(listAuditEvents, {
      query: { page: String(page), size: '50', ...(kind && { kind }), ...(userId && { userId }) },
    }),
  )
  return (
    <>
      <SectionHead title={t('menu.audit')}>
        <Select
          aria-label={t('audit.kind')}
          value={kind}
          onChange={(event) => change('kind', event.target.value)}
          className="max-sm:w-full"
        >
          <option value="">{t('audit.all')}</option>
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      </SectionHead>
      <Answer query={events}>
        {({ content, totalPages }) => (
          <div className="mt-6 grid grid-cols-1 gap-6">
            <Block
              title={t('audit.title')}
              text={userId ? t('audit.ofAccount', { id: userId }) : t('audit.text')}
            >
              {content.length === 0 ? <Nothing /> : <Events events={content} />}
            </Block>
            <Pagination page={page} totalPages={totalPages} hrefOf={hrefOf} />
          </div>
        )}
      </Answer>
    </>
  )
}

export { AuditPage as Component }

export const loader = pageLoader(['operator'])

function Events({ events }: { events: readonly AuditEntry[] }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { moment } = useColumns<AuditEntry>()
  return (
    <DataTable
      edges="card"
      caption={t('audit.title')}
      items={events}
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
            userId && (
              <Link to={paths.operator(`accounts/${userId}`)} className="link">
                {userId.slice(0, 8)}
              </Link>
            ),
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
  )
}

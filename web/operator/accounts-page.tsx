import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AccountRow, AccountState, listAccounts } from '#contracts/operator/accounts.ts'
import { Role } from '#contracts/accounts/auth.ts'
import { qKept } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, useColumns } from '#web/ui/table.tsx'
import {
  AccountLink,
  ConsolePage,
  FilterSelect,
  SearchBox,
  TableBlock,
  useFilters,
} from './parts.tsx'

const STATE_TEXTS = {
  unconfirmed: 'unverified',
  locked: 'locked',
  being_deleted: 'beingDeleted',
  operator: 'operator',
} as const satisfies Record<AccountState, string>

function AccountsPage() {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { params, page } = useFilters()
  const [text, role] = [params.get('q') ?? '', Role.safeParse(params.get('plan')).data]
  const state = AccountState.safeParse(params.get('state')).data
  const accounts = useQuery(
    qKept(listAccounts, { query: { page: String(page), q: text || undefined, role, state } }),
  )
  const columns = useAccountColumns()
  return (
    <ConsolePage
      title={t('menu.accounts')}
      filters={
        <div className="mt-6 flex flex-wrap gap-3">
          <SearchBox label={t('accounts.search')} />
          <FilterSelect
            name="plan"
            label={t('accounts.plan')}
            all={t('accounts.allPlans')}
            value={role ?? ''}
            options={Role.options.map((each) => [each, t(`accounts.roles.${each}`)])}
          />
          <FilterSelect
            name="state"
            label={t('accounts.state')}
            all={t('accounts.allStates')}
            value={state ?? ''}
            options={AccountState.options.map((each) => [each, t(`accounts.${STATE_TEXTS[each]}`)])}
          />
        </div>
      }
      query={accounts}
    >
      {({ content, totalElements: count }) => (
        <TableBlock
          title={t('accounts.found', formats.counted(count))}
          caption={t('menu.accounts')}
          none={t('accounts.none')}
          items={content}
          keyOf={({ id }) => id}
          columns={columns}
        />
      )}
    </ConsolePage>
  )
}

function useAccountColumns(): Column<AccountRow>[] {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { moment } = useColumns<AccountRow>()
  return [
    {
      head: t('accounts.account'),
      rowHead: 'strong',
      className: 'min-w-56',
      cell: ({ id, email, name }) => (
        <>
          <AccountLink id={id} className="wrap-anywhere">
            {email}
          </AccountLink>
          <span className="block font-normal text-muted">{name}</span>
        </>
      ),
    },
    {
      head: t('accounts.plan'),
      className: 'whitespace-nowrap',
      cell: ({ role, planUntil }) => (
        <>
          {t(`accounts.roles.${role}`)}
          {planUntil && (
            <span className="block text-muted">
              {t('accounts.until', { at: formats.moment(planUntil) })}
            </span>
          )}
        </>
      ),
    },
    { head: t('accounts.state'), cell: (account) => <AccountBadges account={account} /> },
    moment(t('accounts.created'), ({ createdAt }) => createdAt),
  ]
}

export { AccountsPage as Component }

export function AccountBadges({ account }: { account: AccountRow }) {
  const { t } = useTranslation('operator')
  return (
    <span className="flex flex-wrap gap-1.5">
      {account.isOperator && <Badge tone="sun">{t('accounts.operator')}</Badge>}
      {!account.isVerified && <Badge>{t('accounts.unverified')}</Badge>}
      {account.isLocked && <Badge tone="bad">{t('accounts.locked')}</Badge>}
      {account.isBeingDeleted && <Badge tone="bad">{t('accounts.beingDeleted')}</Badge>}
    </span>
  )
}

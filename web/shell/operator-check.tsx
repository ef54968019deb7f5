import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getOperatorSession } from '#contracts/operator/session.ts'
import { q } from '#web/api/query.ts'
import { useSession } from '#web/lib/session/session.tsx'

/** Whether the signed-in account is an operator's, for links to the console; it guards itself. */
export function useIsOperator(): boolean {
  const { data } = useQuery({
    ...q(getOperatorSession, {}),
    enabled: useSession().status === 'signed-in',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.isOperator === true
}

export const OperatorCheck = ({ children }: { children: ReactNode }) => useIsOperator() && children

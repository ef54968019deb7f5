import { useLocation, useSearchParams } from 'react-router'
import { oneStepFurther, readListReturn } from '#web/lib/list-return.ts'

const tabs = ['details', 'products'] as const
export type Tab = (typeof tabs)[number]

/** The address holds the open tab. A change of tab adds a history entry, so the list is one more step back. */
export function useTab(): { tab: Tab; open: (tab: string) => void } {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  return {
    tab: tabs.find((each) => each === params.get('tab')) ?? 'details',
    open(tab) {
      const next = new URLSearchParams(params)
      next.delete('page')
      if (tab === 'details') next.delete('tab')
      else next.set('tab', tab)
      setParams(next, { state: oneStepFurther(readListReturn(state)), preventScrollReset: true })
    },
  }
}

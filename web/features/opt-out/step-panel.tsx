import { ArrivedPanel } from './arrived-panel.tsx'
import { DomainForm } from './domain-form.tsx'
import { DonePanel } from './done-panel.tsx'
import type { OptOutState } from './opt-out-state.ts'
import { ProofPanel } from './proof-panel.tsx'

type Props = { state: OptOutState; onMove: (next: OptOutState) => void }

export function StepPanel({ state, onMove }: Props) {
  switch (state.kind) {
    case 'entering':
      return <DomainForm domain={state.domain} onBegun={(task) => onMove({ kind: 'proving', task })} />
    case 'proving':
      return (
        <ProofPanel
          task={state.task}
          onOther={(domain) => onMove({ kind: 'entering', domain })}
          onDone={(outcome) => onMove({ kind: 'done', outcome })}
        />
      )
    case 'arrived':
      return (
        <ArrivedPanel
          domain={state.domain}
          token={state.token}
          onOther={() => onMove({ kind: 'entering', domain: state.domain })}
          onDone={(outcome) => onMove({ kind: 'done', outcome })}
        />
      )
    case 'done':
      return <DonePanel outcome={state.outcome} onAnother={() => onMove({ kind: 'entering', domain: '' })} />
    default:
      return state satisfies never
  }
}

/** The form of a search: its rules, and where the focus goes when one is broken. */
import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import { useAuth } from '@/shared/auth/auth-context';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { findProblem, type SearchDraft } from './search-form';
import type { PlaceProps } from './SearchFields';

interface Changes extends Pick<PlaceProps, 'onBy' | 'onArea'> {
  /** Called with the draft on each change. */
  onDraft: (draft: SearchDraft) => void;
}

interface SearchForm {
  form: UseFormReturnType<SearchDraft>;
  /** What the form holds, with what is chosen beside it. */
  whole: (draft: SearchDraft) => SearchDraft;
  place: Pick<PlaceProps, 'by' | 'area' | 'onBy' | 'onArea'>;
}

/** `kept` has the initial values; its source and area are chosen beside the form. */
export function useSearchForm(kept: SearchDraft, { onDraft, onBy, onArea }: Changes): SearchForm {
  const signedIn = useAuth().status === 'signed-in';
  const { source, by, area } = kept;
  const whole = (draft: SearchDraft): SearchDraft => ({ ...draft, source, by, area });
  const form = useForm<SearchDraft>({
    initialValues: kept,
    clearInputErrorOnChange: true,
    onValuesChange: onDraft,
    // One message at a time, in the order of the rules.
    validate: (draft) => {
      const problem = findProblem(whole(draft), signedIn);
      return problem === null ? {} : { [problem.field]: problem.text };
    },
  });
  const place = {
    by,
    area,
    onBy: (next: SearchDraft['by']) => {
      form.clearErrors();
      onBy(next);
    },
    onArea: (change: Parameters<PlaceProps['onArea']>[0]) => {
      form.clearFieldError('area');
      onArea(change);
    },
  };
  return { form, whole, place };
}

/** An area without a field of its own shows its message where the field would be. */
export function focusFirstProblem(form: UseFormReturnType<SearchDraft>) {
  const focusField = focusFirstError(form);
  return (errors: FormErrors) => {
    if (errors.area === undefined) focusField(errors);
    else {
      // Once the message is there.
      setTimeout(() => {
        document.querySelector<HTMLElement>('[data-area-error], form [name="area"]')?.focus();
      });
    }
  };
}

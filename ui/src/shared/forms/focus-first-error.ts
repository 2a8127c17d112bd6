import type { FormErrors, UseFormReturnType } from '@mantine/form';

/** Focuses the first error of a submitted form: `form.onSubmit(save, focusFirstError(form))`. */
export function focusFirstError<Values extends object>(form: UseFormReturnType<Values>) {
  return (errors: FormErrors) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
}

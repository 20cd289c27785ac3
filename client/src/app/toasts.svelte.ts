/** Short notes at the edge of the page, such as refusals and failed requests. */

export type ToastKind = 'bad' | 'note' | 'good';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  rule: string | null;
}

const MAX = 4;

class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  private last = 0;

  /** Show a toast; a text is not shown twice. */
  show(text: string, kind: ToastKind = 'note', rule: string | null = null): void {
    const toast = { id: ++this.last, kind, text, rule };
    this.list = [...this.list.filter((one) => one.text !== text), toast].slice(-MAX);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();

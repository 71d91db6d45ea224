// The programs of ../main.go for Drools 8.44. In a folder with its jars in lib (drools-engine, drools-mvel,
// drools-xml-support and what they need, slf4j-nop):
//
//   javac -cp 'lib/*' -d . Services.java && java -Xmx2g -cp '.:lib/*' b.Services
//
// Each program runs twice, and the second time is printed, so that compiling by the virtual machine is not counted.
package b;

import java.lang.management.ManagementFactory;
import java.nio.file.*;
import java.util.*;
import java.util.function.*;
import org.kie.api.KieBase;
import org.kie.api.io.ResourceType;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.internal.utils.KieHelper;

public class Services {
  public static class Applicant {
    int age, income, debt, score; String status = "";
    Applicant(int a, int i, int d, int s) { age = a; income = i; debt = d; score = s; }
    public int getAge() { return age; }
    public int getIncome() { return income; }
    public int getDebt() { return debt; }
    public int getScore() { return score; }
    public String getStatus() { return status; }
    public void setStatus(String s) { status = s; }
  }
  public static class Payment {
    int card, amount, at, number;
    Payment(int c, int a, int t, int n) { card = c; amount = a; at = t; number = n; }
    public int getCard() { return card; }
    public int getAmount() { return amount; }
    public int getAt() { return at; }
    public int getNumber() { return number; }
  }
  public static class Alert {
    int card;
    public Alert(int c) { card = c; }
    public int getCard() { return card; }
  }
  public static class Order {
    int cls, product, quantity, price;
    Order(int c, int p, int q) { cls = c; product = p; quantity = q; }
    public int getCls() { return cls; }
    public int getProduct() { return product; }
    public int getQuantity() { return quantity; }
    public int getPrice() { return price; }
    public void setPrice(int p) { price = p; }
  }

  static int random(int i, int salt, int limit) {
    int x = i * 7 + salt;
    x ^= x >>> 16; x *= 0x7feb352d; x ^= x >>> 15; x *= 0x846ca68b; x ^= x >>> 16;
    return Integer.remainderUnsigned(x, limit);
  }

  static final String HEAD = "package r;\nimport b.Services.*;\n";

  static IntUnaryOperator loan() {
    KieBase base = new KieHelper().addContent(HEAD
        + "rule minor salience 40 when a : Applicant(status == \"\", age < 18) then modify(a) { setStatus(\"declined\") } end\n"
        + "rule debt salience 30 when a : Applicant(status == \"\", debt > 2 * income) then modify(a) { setStatus(\"declined\") } end\n"
        + "rule poor salience 20 when a : Applicant(status == \"\", score < 450) then modify(a) { setStatus(\"review\") } end\n"
        + "rule good salience 10 when a : Applicant(status == \"\", score >= 700, income > 3000) then modify(a) { setStatus(\"approved\") } end\n"
        + "rule other when a : Applicant(status == \"\") then modify(a) { setStatus(\"review\") } end\n", ResourceType.DRL).build();
    return i -> {
      KieSession s = base.newKieSession();
      Applicant a = new Applicant(random(i, 1, 80), random(i, 2, 6000), random(i, 3, 15000), 300 + random(i, 4, 550));
      s.insert(a);
      s.fireAllRules();
      s.dispose();
      return a.status.length();
    };
  }

  static IntUnaryOperator fraud() {
    KieBase base = new KieHelper().addContent(HEAD
        + "rule three when Payment(c : card, amount > 200, t : at, n : number)\n"
        + " Payment(card == c, amount > 200, m : number, number > n)\n"
        + " Payment(card == c, amount > 200, at <= t + 300, number > m)\n"
        + " not Alert(card == c)\n then insert(new Alert(c)); end\n", ResourceType.DRL).build();
    KieSession s = base.newKieSession();
    ArrayDeque<FactHandle> recent = new ArrayDeque<>();
    int[] alerts = {0};
    return i -> {
      if (recent.size() > 300) s.delete(recent.poll());
      recent.add(s.insert(new Payment(random(i, 1, 2000), random(i, 2, 1000), i, i)));
      s.fireAllRules();
      if (i % 1000 != 999) return 0;
      int found = s.getObjects(o -> o instanceof Alert).size(), fresh = found - alerts[0];
      alerts[0] = found;
      return fresh;
    };
  }

  static IntUnaryOperator prices() {
    StringBuilder t = new StringBuilder(HEAD);
    for (int c = 0; c < 20; c++)
      for (int p = 0; p < 100; p++)
        t.append("rule r" + c + "x" + p + " when o : Order(cls == " + c + ", product == " + p + ", price == 0) then modify(o) { setPrice(o.getQuantity() * "
            + (c * 7 + p + 1) + ") } end\n");
    KieBase base = new KieHelper().addContent(t.toString(), ResourceType.DRL).build();
    return i -> {
      KieSession s = base.newKieSession();
      Order o = new Order(random(i, 1, 20), random(i, 2, 100), 1 + random(i, 3, 9));
      s.insert(o);
      s.fireAllRules();
      s.dispose();
      return o.price;
    };
  }

  static double processor() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
  }

  static long memory() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/status")))
      if (line.startsWith("VmHWM")) return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
    return 0;
  }

  static void run(String name, int count, Supplier<IntUnaryOperator> make) throws Exception {
    long sum = 0;
    double load = 0, took = 0;
    for (int round = 0; round < 2; round++) {
      double before = processor();
      IntUnaryOperator f = make.get();
      double loaded = processor();
      if (round == 0) load = loaded - before;
      sum = 0;
      for (int i = 0; i < count; i++) sum += f.applyAsInt(i);
      took = processor() - loaded;
    }
    System.out.printf("%-7s load %7.1f ms  %8.2f µs a decision  %6d MB  checksum %d%n", name, load * 1e3, took * 1e6 / count, memory(), sum);
  }

  public static void main(String[] args) throws Exception {
    String only = args.length > 0 ? args[0] : "";
    if (only.isEmpty() || only.equals("loan")) run("loan", 100_000, Services::loan);
    if (only.isEmpty() || only.equals("fraud")) run("fraud", 100_000, Services::fraud);
    if (only.isEmpty() || only.equals("prices")) run("prices", 20_000, Services::prices);
  }
}
